package io.qcpruner.langchain4j;

import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;

/** LangChain4j's parameters, which method prunes, and how much of pictures is looked at. */
public final class QcPrunerParameters extends DefaultChatRequestParameters {
  private final MethodSpec pruning;
  private final Detail detail;

  private QcPrunerParameters(Builder builder) {
    super(builder);
    this.pruning = builder.pruning;
    this.detail = builder.detail;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The method with its budget; null where these parameters do not say. */
  public MethodSpec pruning() {
    return pruning;
  }

  /** How much of every picture is looked at; null for what its content says. */
  public Detail detail() {
    return detail;
  }

  @Override
  public QcPrunerParameters overrideWith(ChatRequestParameters that) {
    return builder().overrideWith(this).overrideWith(that).build();
  }

  @Override
  public QcPrunerParameters defaultedBy(ChatRequestParameters that) {
    return builder().overrideWith(that).overrideWith(this).build();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other)
        && other instanceof QcPrunerParameters that
        && detail == that.detail
        && java.util.Objects.equals(pruning, that.pruning);
  }

  @Override
  public int hashCode() {
    return 31 * super.hashCode() + java.util.Objects.hash(pruning, detail);
  }

  /** Builds parameters. */
  public static final class Builder extends DefaultChatRequestParameters.Builder<Builder> {
    private MethodSpec pruning;
    private Detail detail;

    public Builder pruning(MethodSpec spec) {
      this.pruning = spec;
      return this;
    }

    /** For every picture, whatever its content says. */
    public Builder detail(Detail level) {
      this.detail = level;
      return this;
    }

    /** In its text form, such as {@code qcpruner@64}. */
    public Builder pruning(String spec) {
      return pruning(MethodSpec.parse(spec));
    }

    @Override
    public Builder overrideWith(ChatRequestParameters parameters) {
      super.overrideWith(parameters);
      if (parameters instanceof QcPrunerParameters own && own.pruning() != null) {
        pruning = own.pruning();
      }
      if (parameters instanceof QcPrunerParameters own && own.detail() != null) {
        detail = own.detail();
      }
      return this;
    }

    @Override
    public QcPrunerParameters build() {
      return new QcPrunerParameters(this);
    }
  }
}
