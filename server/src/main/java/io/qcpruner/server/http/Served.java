package io.qcpruner.server.http;

import io.qcpruner.server.chat.ChatEngine;
import io.qcpruner.server.protocol.ChatRequestParser;
import io.qcpruner.server.protocol.ProtocolSettings;
import io.qcpruner.server.protocol.ReplyHead;
import io.qcpruner.server.schedule.Scheduler;
import java.util.UUID;

/**
 * A loaded model and what answers with it.
 *
 * @param created seconds since 1970 when it was loaded
 */
record Served(
    ChatEngine engine,
    Scheduler scheduler,
    ProtocolSettings protocol,
    ChatRequestParser parser,
    long created,
    String version) {

  ReplyHead head() {
    String fingerprint =
        "qcpruner-%s-%s-%s"
            .formatted(version, protocol.model().checksum(), protocol.model().weights());
    return new ReplyHead(
        "chatcmpl-" + UUID.randomUUID().toString().replace("-", ""),
        System.currentTimeMillis() / 1000,
        protocol.model().id(),
        fingerprint);
  }
}
