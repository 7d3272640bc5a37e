package io.qcpruner.media;

/** Addresses as messages may show them: without user names, passwords, queries and fragments. */
public final class Redacted {

  private Redacted() {}

  public static String address(String address) {
    String shown = address.replaceAll("(?<=//)[^/?#]*@", "***@");
    return shown.replaceAll("[?#].*", "?...");
  }
}
