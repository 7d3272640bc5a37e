package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.response.ChatResponseMetadata;
import java.util.Objects;

/** LangChain4j's metadata and what pruning did. */
public final class QcPrunerMetadata extends ChatResponseMetadata {
  private final String method;
  private final int total;
  private final int kept;

  private QcPrunerMetadata(Builder builder) {
    super(builder);
    this.method = builder.method;
    this.total = builder.total;
    this.kept = builder.kept;
  }

  /** The method in its text form, {@code full} without pruning. */
  public String method() {
    return method;
  }

  /** Visual tokens before pruning. */
  public int total() {
    return total;
  }

  /** Visual tokens after the last stage. */
  public int kept() {
    return kept;
  }

  @Override
  public Builder toBuilder() {
    Builder builder = new Builder();
    toBuilder(builder);
    return builder.pruning(method, total, kept);
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof QcPrunerMetadata that
        && method.equals(that.method)
        && total == that.total
        && kept == that.kept;
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), method, total, kept);
  }

  /** Builds metadata. */
  public static final class Builder extends ChatResponseMetadata.Builder<Builder> {
    private String method = "full";
    private int total;
    private int kept;

    public Builder pruning(String name, int before, int after) {
      this.method = name;
      this.total = before;
      this.kept = after;
      return this;
    }

    @Override
    public QcPrunerMetadata build() {
      return new QcPrunerMetadata(this);
    }
  }
}
