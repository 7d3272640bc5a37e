package io.qcpruner.pocket.internal.token;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the tokenizer.json of the embedded model: a Llama-like BPE with byte fallback. The merges
 * only ever extend a word from its left end, so a listed word is always one token, and an unknown
 * word becomes its longest known beginning and single characters.
 */
public final class TokenizerJson {

  static final String SPACE = "\u2581";
  private static final String CHARACTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;?!'\"()-+/&%";

  private final ObjectNode vocabulary = JsonNodeFactory.instance.objectNode();
  private final ArrayNode merges = JsonNodeFactory.instance.arrayNode();
  private List<String> last = List.of("<image>", "<pad>");
  private int next;

  private TokenizerJson() {}

  /** The file's text for a list of words. */
  public static String of(List<String> words) {
    return new TokenizerJson().build(words);
  }

  /**
   * The same tokenizer for the text tower: two marks above all other tokens, because CLIP takes the
   * row of the largest one.
   */
  public static String ofCaptions(List<String> words) {
    TokenizerJson it = new TokenizerJson();
    it.last = List.of("<image>", "<pad>", "<|startoftext|>", "<|endoftext|>");
    return it.build(words);
  }

  /** A copy of this tokenizer with the marks of ChatML. */
  public static String ofClips(List<String> words) {
    TokenizerJson it = new TokenizerJson();
    it.last = List.of("<image>", "<pad>", "<|im_start|>", "<|im_end|>", "<video>");
    return it.build(words);
  }

  private String build(List<String> words) {
    List<ObjectNode> special = new ArrayList<>();
    for (String name : List.of("<unk>", "<s>", "</s>")) {
      special.add(special(name));
    }
    for (int b = 0; b < 256; b++) {
      add("<0x%02X>".formatted(b));
    }
    add(SPACE);
    CHARACTERS.codePoints().forEach(c -> add(Character.toString(c)));
    words.forEach(this::addWord);
    // as in the llava-hf layout, rows above the text vocabulary are never generated
    last.forEach(name -> special.add(special(name)));
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("version", "1.0").putNull("truncation").putNull("padding");
    root.putArray("added_tokens").addAll(special);
    root.set("normalizer", normalizer());
    root.putNull("pre_tokenizer");
    root.set("post_processor", beginningOfText());
    root.set("decoder", decoder());
    root.set("model", model());
    return root.toPrettyString() + "\n";
  }

  private int add(String token) {
    if (!vocabulary.has(token)) {
      vocabulary.put(token, next++);
    }
    return vocabulary.get(token).intValue();
  }

  private void addWord(String word) {
    for (int i = 1; i <= word.length(); i++) {
      String whole = SPACE + word.substring(0, i);
      if (!vocabulary.has(whole)) {
        add(whole);
        merges.addArray().add(SPACE + word.substring(0, i - 1)).add(word.substring(i - 1, i));
      }
    }
  }

  private ObjectNode special(String name) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", add(name))
        .put("content", name)
        .put("single_word", false)
        .put("lstrip", false)
        .put("rstrip", false)
        .put("normalized", false)
        .put("special", true);
  }

  private ObjectNode replace(String from, String to) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "Replace");
    node.putObject("pattern").put("String", from);
    return node.put("content", to);
  }

  private ObjectNode normalizer() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "Sequence");
    ArrayNode steps = node.putArray("normalizers");
    steps.addObject().put("type", "Prepend").put("prepend", SPACE);
    steps.add(replace(" ", SPACE));
    // a word after a line break is the same word
    steps.add(replace("\n", "\n" + SPACE));
    return node;
  }

  private ObjectNode beginningOfText() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "TemplateProcessing");
    for (String form : List.of("single", "pair")) {
      ArrayNode pieces = node.putArray(form);
      pieces.addObject().putObject("SpecialToken").put("id", "<s>").put("type_id", 0);
      pieces.addObject().putObject("Sequence").put("id", "A").put("type_id", 0);
      if (form.equals("pair")) {
        pieces.addObject().putObject("Sequence").put("id", "B").put("type_id", 0);
      }
    }
    ObjectNode start = node.putObject("special_tokens").putObject("<s>").put("id", "<s>");
    start.putArray("ids").add(1);
    start.putArray("tokens").add("<s>");
    return node;
  }

  private ObjectNode decoder() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "Sequence");
    ArrayNode steps = node.putArray("decoders");
    steps.add(replace(SPACE, " "));
    steps.addObject().put("type", "ByteFallback");
    steps.addObject().put("type", "Fuse");
    steps.addObject().put("type", "Strip").put("content", " ").put("start", 1).put("stop", 0);
    return node;
  }

  private ObjectNode model() {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("type", "BPE").putNull("dropout");
    node.put("unk_token", "<unk>");
    node.putNull("continuing_subword_prefix").putNull("end_of_word_suffix");
    node.put("fuse_unk", true).put("byte_fallback", true).put("ignore_merges", false);
    node.set("vocab", vocabulary);
    node.set("merges", merges);
    return node;
  }
}
