package io.qcpruner.media.internal.net;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.9.9.9",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.2.7",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.9.9",
        "198.51.100.1",
        "203.0.113.9",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
        "2001:db8::1",
        "2001::1",
        "100::1",
        "64:ff9b::7f00:1"
      })
  void privateOnes(String address) throws UnknownHostException {
    assertEquals(false, PublicAddress.is(InetAddress.getByName(address)), address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "93.184.216.34",
        "100.63.255.255",
        "100.128.0.1",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "223.255.255.255",
        "2606:4700::1111",
        "2a00:1450::1",
        "2002:101:101::",
        "64:ff9b::101:101",
        "::ffff:1.1.1.1"
      })
  void publicOnes(String address) throws UnknownHostException {
    assertEquals(true, PublicAddress.is(InetAddress.getByName(address)), address);
  }
}
