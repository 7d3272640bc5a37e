package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.objective.Certificate;
import io.qcpruner.core.objective.EdgeWeight;
import io.qcpruner.core.objective.FacilityLocation;
import io.qcpruner.core.select.CoverageSelector;
import io.qcpruner.core.select.SelectorInput;
import io.qcpruner.testkit.Seeded;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import picocli.CommandLine;

@ExtendWith(Seeded.class)
class CertificateBenchTest {

  /** Greedy lacks no more than its certificate says, and never more than 1/e. */
  @Test
  void whatIsMissedIsCertified() {
    for (CertificateBench.Small row : new CertificateBench().small(20)) {
      for (int i = 0; i < 2; i++) {
        assertTrue(row.missed()[i] >= -1e-3, row.input());
        assertTrue(row.missed()[i] <= row.certified()[i] + 1e-3, row.input());
      }
      assertTrue(row.certified()[1] <= 50, row.input());
    }
  }

  /** The dual starts at the certificate, holds for every set, and more passes never loosen it. */
  @Test
  void theDualBoundsEverySet(Random random) {
    SelectorInput input = SelectWorkload.random(40, random.nextLong()).input();
    CoverageSelector selector = new CoverageSelector(EdgeWeight.BILATERAL);
    FacilityLocation objective = selector.objective(input);
    int[] order = selector.select(input, 6).order();
    DualBound dual = new DualBound(objective, 6);
    double certified = Certificate.of(objective, order).upperBound();
    assertEquals(certified, dual.of(order, 1), 1e-3 * certified);
    double tight = dual.of(order, 40);
    assertTrue(tight <= dual.of(order, 10) && tight <= certified + 1e-3);
    for (int trial = 0; trial < 200; trial++) {
      float[] cover = new float[40];
      random.ints(0, 40).distinct().limit(6).forEach(j -> objective.add(j, cover));
      assertTrue(objective.value(cover) <= tight + 1e-3);
    }
  }

  @Test
  void tablesArePrinted() {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new BenchCertificateCommand()).setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(new StringWriter()));
    assertEquals(0, line.execute("--inputs=2", "--passes=1"));
    assertTrue(out.toString().contains("| clustered | 2880 | 320 |"), out.toString());
    assertEquals(2, line.execute("--inputs=0"));
  }
}
