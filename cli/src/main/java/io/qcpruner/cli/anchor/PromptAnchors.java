package io.qcpruner.cli.anchor;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.KeywordEncoder;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.TokenizerKeywords;
import java.io.IOException;
import java.nio.file.Path;

/** The anchors of a question about one picture in the chat format of a checkpoint. */
final class PromptAnchors {

  private PromptAnchors() {}

  /** Positions count the picture's placeholder as one. */
  static Anchors find(Path folder, String question, AnchorFinder finder) throws IOException {
    PromptTemplate template = BackboneFamilies.read(folder).template();
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      KeywordEncoder encoder = new TokenizerKeywords(tokenizer);
      PromptTokens prompt =
          new PromptEncoder(tokenizer).encode(template, Conversation.of(1, question));
      return finder.find(prompt, encoder);
    }
  }
}
