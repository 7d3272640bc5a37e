package io.qcpruner.server.chat;

/** What a cache did since it was made, and what it holds. */
public record CacheCounts(long queries, long hits, long evictions, long bytes) {
  public static final CacheCounts ZERO = new CacheCounts(0, 0, 0, 0);
}
