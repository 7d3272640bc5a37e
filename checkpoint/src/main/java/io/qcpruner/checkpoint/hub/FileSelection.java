package io.qcpruner.checkpoint.hub;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Which files of a repository are needed to run the model. */
final class FileSelection {
  private static final Set<String> SETTINGS =
      Set.of(
          "config.json",
          "generation_config.json",
          "preprocessor_config.json",
          "video_preprocessor_config.json",
          "processor_config.json",
          "chat_template.json",
          "chat_template.jinja",
          "tokenizer.json",
          "tokenizer.model",
          "tokenizer_config.json",
          "special_tokens_map.json",
          "added_tokens.json",
          "vocab.json",
          "merges.txt");
  private static final Pattern SAFETENSORS =
      Pattern.compile("model(-\\d{5}-of-\\d{5})?\\.safetensors|model\\.safetensors\\.index\\.json");
  private static final Pattern PYTORCH =
      Pattern.compile("pytorch_model(-\\d{5}-of-\\d{5})?\\.bin|pytorch_model\\.bin\\.index\\.json");

  private FileSelection() {}

  /** Settings and tokenizer files, and the weights in one form: safetensors if there are any. */
  static List<RemoteFile> choose(List<RemoteFile> all, ModelId id) throws HubException {
    boolean safetensors =
        all.stream().anyMatch(f -> f.name().endsWith(".safetensors") && isWeight(SAFETENSORS, f));
    Pattern weights = safetensors ? SAFETENSORS : PYTORCH;
    List<RemoteFile> chosen =
        all.stream().filter(f -> SETTINGS.contains(f.name()) || isWeight(weights, f)).toList();
    if (chosen.stream().noneMatch(f -> f.name().equals("config.json"))) {
      throw new HubException(id + " has no config.json: not a model that can be run");
    }
    if (chosen.stream().noneMatch(f -> isWeight(weights, f))) {
      throw new HubException(id + " has neither safetensors nor PyTorch weights");
    }
    return chosen;
  }

  private static boolean isWeight(Pattern weights, RemoteFile file) {
    return weights.matcher(file.name()).matches();
  }
}
