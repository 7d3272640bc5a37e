package io.qcpruner.text;

import java.io.IOException;
import java.nio.file.Path;

/** A chat template that can't be used; the message names the file, the line and what is wrong. */
public final class ChatTemplateException extends IOException {
  private static final long serialVersionUID = 1L;

  public ChatTemplateException(String message) {
    super(message);
  }

  ChatTemplateException(Exception cause) {
    super(cause.getMessage(), cause);
  }

  /** A copy that says where its file lies. */
  ChatTemplateException in(Path folder) {
    ChatTemplateException out = new ChatTemplateException(folder + "/" + getMessage());
    out.initCause(this);
    return out;
  }
}
