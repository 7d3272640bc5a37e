package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The one jar for spark-submit on a standalone cluster: nothing of ours is on any class path but
 * what Spark takes from that jar. Run by the profile that makes the jar.
 */
@Timeout(600)
class SubmittedJarIT {

  private static final List<String> EVALUATION =
      List.of(
          "eval",
          "--model=embedded",
          "--tasks=pocket-color",
          "--methods=full,qcpruner,divprune",
          "--budgets=64",
          "--limit=6");

  @TempDir Path folder;

  private static List<String> with(List<String> first, String... more) {
    List<String> all = new ArrayList<>(first);
    all.addAll(List.of(more));
    return all;
  }

  @Test
  void submittedRunEqualsTheLocalOne() throws Exception {
    Path local = folder.resolve("local");
    try (ChildCommand child =
        ChildCommand.start(
            folder.resolve("local.log"),
            List.of("-Dorg.bytedeco.openblas.load=mkl_rt"),
            with(EVALUATION, "--threads=1", "--out=" + local))) {
      assertEquals(0, child.await(), child.said());
    }
    Path submitted = folder.resolve("submitted");
    Path jar = Path.of("target", "qcpruner-spark-all.jar").toAbsolutePath();
    assertTrue(Files.isRegularFile(jar), jar + " is made by -Pspark-jar");
    try (StandaloneCluster cluster = new StandaloneCluster(folder.resolve("cluster"));
        ChildCommand child =
            ChildCommand.start(
                folder.resolve("submitted.log"),
                List.of("-Dorg.bytedeco.openblas.load=mkl_rt"),
                TestCluster.sparkHome().resolve("jars") + "/*",
                "org.apache.spark.deploy.SparkSubmit",
                with(
                    with(
                        List.of(
                            "--master=" + cluster.url(),
                            "--conf=spark.driver.host=127.0.0.1",
                            "--class=io.qcpruner.cli.Main",
                            jar.toString()),
                        EVALUATION.toArray(String[]::new)),
                    "--engine=spark",
                    "--executor-cores=1",
                    "--executor-memory=1g",
                    "--samples-per-task=2",
                    "--out=" + submitted))) {
      assertEquals(0, child.await(), child.said());
    }
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(submitted));
    assertEquals(SparkRuns.manifest(local), SparkRuns.manifest(submitted));
  }
}
