/** What a chat request is, and the interface through which a model answers it. */
package io.qcpruner.server.chat;
