package io.qcpruner.cli.chat;

import java.io.IOException;

/** Where the user's lines come from. */
interface LineSource extends AutoCloseable {

  /** The next line, null at the end; an empty one when the user gave up a line. */
  String next(String prompt) throws IOException;

  @Override
  default void close() throws IOException {}
}
