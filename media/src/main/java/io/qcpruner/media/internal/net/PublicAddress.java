package io.qcpruner.media.internal.net;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Tells addresses of the public Internet from those of the own machine, network or cloud provider,
 * which a stranger's question must not reach.
 */
final class PublicAddress {

  private PublicAddress() {}

  static boolean is(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    byte[] b = address.getAddress();
    return address instanceof Inet4Address ? isPublic4(b, 0) : isPublic6((Inet6Address) address, b);
  }

  private static boolean isPublic4(byte[] b, int at) {
    int first = b[at] & 255;
    int second = b[at + 1] & 255;
    int third = b[at + 2] & 255;
    boolean special =
        first == 0 // this network
            || first == 10
            || first == 127
            || first >= 224 // multicast and reserved
            || first == 100 && second >= 64 && second < 128 // shared by providers
            || first == 169 && second == 254
            || first == 172 && second >= 16 && second < 32
            || first == 192 && second == 168
            || first == 192 && second == 0 && (third == 0 || third == 2)
            || first == 198 && (second == 18 || second == 19)
            || first == 198 && second == 51 && third == 100
            || first == 203 && second == 0 && third == 113;
    return !special;
  }

  private static boolean isPublic6(Inet6Address address, byte[] b) {
    if (address.isIPv4CompatibleAddress()) {
      return isPublic4(b, 12);
    }
    int first = (b[0] & 255) << 8 | b[1] & 255;
    int second = (b[2] & 255) << 8 | b[3] & 255;
    if (first == 0x2002) {
      return isPublic4(b, 2); // 6to4 carries an IPv4 address
    }
    if (first == 0x64 && second == 0xFF9B) {
      return isPublic4(b, 12); // so does NAT64
    }
    boolean documentationOrTunnel = first == 0x2001 && (second == 0xDB8 || second < 0x200);
    // 2000::/3 is all that is handed out
    return (first & 0xE000) == 0x2000 && !documentationOrTunnel;
  }
}
