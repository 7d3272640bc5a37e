package io.qcpruner.media.internal.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the addresses of a host; a test puts a name service of its own behind it. */
@FunctionalInterface
interface HostLookup {

  InetAddress[] all(String host) throws UnknownHostException;
}
