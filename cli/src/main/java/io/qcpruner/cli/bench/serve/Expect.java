package io.qcpruner.cli.bench.serve;

import java.io.IOException;

/** A measurement of failed requests is none. */
final class Expect {
  private Expect() {}

  static ServeClient.Answer given(ServeClient.Answer answer) throws IOException {
    if (!answer.isGiven()) {
      throw new IOException("the server answered with status " + answer.status());
    }
    return answer;
  }

  /** The request was read and found wrong. */
  static void refused(ServeClient.Answer answer) throws IOException {
    if (answer.status() != 400) {
      throw new IOException("a wrong request got status " + answer.status());
    }
  }
}
