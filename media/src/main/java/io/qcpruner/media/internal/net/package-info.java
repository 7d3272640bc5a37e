/** Media from http and https addresses, within limits and never from the own network. */
package io.qcpruner.media.internal.net;
