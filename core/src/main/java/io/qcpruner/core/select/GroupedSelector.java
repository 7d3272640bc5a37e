package io.qcpruner.core.select;

import java.util.List;

/**
 * One selector on many independent groups, such as the frames of a video. Groups run on all cores;
 * the result does not depend on how many there are.
 */
public record GroupedSelector(Selector selector) {

  /** Keeps k tokens of each group; results in the order of the groups. */
  public List<Selection> select(List<SelectorInput> groups, int kPerGroup) {
    return groups.parallelStream().map(group -> selector.select(group, kPerGroup)).toList();
  }
}
