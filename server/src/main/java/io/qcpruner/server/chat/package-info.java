/** What a chat request is, and the port behind which a model answers it. */
package io.qcpruner.server.chat;
