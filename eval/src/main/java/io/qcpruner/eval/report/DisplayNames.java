package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import java.util.Map;

/** Methods as papers write them. */
public final class DisplayNames {

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry(MethodSpec.FULL_NAME, "Full model"),
          Map.entry("qcpruner", "QCPruner"),
          Map.entry("qcpruner-early", "QCPruner-Early"),
          Map.entry("fastv", "FastV"),
          Map.entry("sparsevlm", "SparseVLM"),
          Map.entry("sparsevlm-anchors", "SparseVLM + anchors"),
          Map.entry("dart", "DART"),
          Map.entry("visionzip", "VisionZip"),
          Map.entry("divprune", "DivPrune"),
          Map.entry("cdpruner", "CDPruner"),
          Map.entry("cdpruner-llmrel", "CDPruner-LLMrel (unofficial)"),
          Map.entry("dpp-visual", "DPP visual-only"),
          Map.entry("mmtok", "MMTok"),
          Map.entry("prunesid", "PruneSID"),
          Map.entry("fastvid", "FastVID"),
          Map.entry("vidcom2", "VidCom2"),
          Map.entry("evs", "EVS"),
          Map.entry("fastervlm", "FasterVLM"),
          Map.entry("vispruner", "VisPruner"),
          Map.entry("dycoke", "DyCoke"),
          Map.entry("prunevid", "PruneVid"),
          Map.entry("holitom", "HoliTom"),
          Map.entry("llava-scissor", "LLaVA-Scissor"),
          Map.entry("hiprune", "HiPrune"),
          Map.entry("prumerge", "PruMerge"),
          Map.entry("prumerge-plus", "PruMerge+"),
          Map.entry("pyramiddrop", "PyramidDrop"),
          Map.entry("fitprune", "FitPrune"),
          Map.entry("tome", "ToMe"),
          Map.entry("mustdrop", "MustDrop"),
          Map.entry("scope", "SCOPE"),
          Map.entry("agilepruner", "AgilePruner (our reading)"),
          Map.entry("vscan", "VScan"),
          Map.entry("random", "Random"),
          Map.entry("uniform", "Uniform grid"));

  private DisplayNames() {}

  /** The name, with parameters that are not the defaults in parentheses. */
  public static String of(MethodSpec setting) {
    String name = NAMES.getOrDefault(setting.name(), setting.name());
    return setting.settings().isEmpty()
        ? name
        : name + " (" + setting.settings().toString().replace(",", ", ") + ")";
  }
}
