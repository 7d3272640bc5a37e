package io.qcpruner.core.select;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.SelectorContract;
import io.qcpruner.core.objective.AdditiveCoverage;
import io.qcpruner.core.objective.EdgeWeight;
import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Every selector keeps the contract. */
class SelectorContractsTest {

  @Test
  void noSelectorIsForgotten() {
    TreeSet<String> tested =
        Arrays.stream(SelectorContractsTest.class.getDeclaredClasses())
            .filter(SelectorContract.class::isAssignableFrom)
            .map(type -> type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase())
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(new TreeSet<>(Selectors.names()), tested);
  }

  @Nested
  class Coverage extends SelectorContract {
    @Override
    protected Selector selector() {
      return new CoverageSelector(EdgeWeight.BILATERAL);
    }
  }

  @Nested
  class Target extends SelectorContract {
    @Override
    protected Selector selector() {
      return new CoverageSelector(EdgeWeight.TARGET);
    }
  }

  @Nested
  class Representative extends SelectorContract {
    @Override
    protected Selector selector() {
      return new CoverageSelector(EdgeWeight.REPRESENTATIVE);
    }
  }

  @Nested
  class VisualOnly extends SelectorContract {
    @Override
    protected Selector selector() {
      return new CoverageSelector(EdgeWeight.VISUAL_ONLY);
    }
  }

  @Nested
  class TopK extends SelectorContract {
    @Override
    protected Selector selector() {
      return new TopKSelector();
    }
  }

  @Nested
  class Mmr extends SelectorContract {
    @Override
    protected Selector selector() {
      return new MmrSelector();
    }
  }

  @Nested
  class Dpp extends SelectorContract {
    @Override
    protected Selector selector() {
      return new DppSelector();
    }
  }

  @Nested
  class MmtokStyle extends SelectorContract {
    @Override
    protected Selector selector() {
      return new AdditiveCoverageSelector(AdditiveCoverage.LLAVA);
    }
  }

  @Nested
  class MmtokUtilityRow extends SelectorContract {
    @Override
    protected Selector selector() {
      return new AdditiveCoverageSelector(AdditiveCoverage.QWEN, true);
    }
  }

  @Nested
  class MaxMin extends SelectorContract {
    @Override
    protected Selector selector() {
      return new MaxMinSelector();
    }
  }

  @Nested
  class SelfNovelty extends SelectorContract {
    @Override
    protected Selector selector() {
      return new SelfNoveltySelector();
    }
  }
}
