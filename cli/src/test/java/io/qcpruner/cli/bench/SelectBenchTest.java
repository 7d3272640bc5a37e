package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.select.Ties;
import org.junit.jupiter.api.Test;

class SelectBenchTest {

  @Test
  void lazyAndDensePickTheSameOnEveryWorkload() {
    assertTrue(SelectBench.run(SelectWorkload.clustered(1, 12, 1), 20, 3, Ties.VISUAL).samePicks());
    assertTrue(SelectBench.run(SelectWorkload.random(200, 2), 20, 3, Ties.VISUAL).samePicks());
    assertTrue(SelectBench.run(SelectWorkload.equal(100), 20, 3, Ties.VISUAL).samePicks());
    assertTrue(SelectBench.run(SelectWorkload.orthogonal(100), 20, 3, Ties.VISUAL).samePicks());
    SelectResult video = SelectBench.video(4, 6, 5, 3, Ties.LOWEST);
    assertTrue(video.samePicks());
    assertEquals(4, video.groups());
    assertEquals(36, video.n());
  }
}
