package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunSource.ModelMemory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a cluster is started with, and what is refused. */
class SettingsTest {

  private static ClusterSettings cluster(String master, int cores, int answers, String... conf) {
    return ClusterSettings.builder(master)
        .executorCores(cores)
        .answersAtOnce(answers)
        .conf(List.of(conf))
        .build();
  }

  private static String refused(ClusterSettings cluster) {
    return assertThrows(
            IllegalArgumentException.class, () -> EvalEngine.named("spark").check(cluster))
        .getMessage();
  }

  @Test
  void whatCannotWorkIsRefused() {
    assertTrue(refused(cluster("", 0, 1)).contains("needs --master, such as local[2]"));
    assertTrue(refused(cluster("spark://h:1", 0, 1)).contains("name --executor-cores"));
    for (String forced :
        List.of(
            "spark.driver.maxResultSize=1g",
            "spark.task.cpus=2",
            "spark.scheduler.mode=FAIR",
            "spark.serializer=org.apache.spark.serializer.KryoSerializer")) {
      assertTrue(refused(cluster("local[2]", 0, 1, forced)).contains("can't be changed"), forced);
    }
    assertTrue(refused(cluster("local[2]", 0, 1, "maxFailures=2")).contains("spark.KEY=VALUE"));
    assertTrue(refused(cluster("local[2]", 0, 1, "spark.x")).contains("spark.KEY=VALUE"));
    for (String word : List.of("spark.executor.cores=many", "spark.task.maxFailures=0")) {
      assertTrue(
          refused(cluster("spark://h:1", 0, 1, "spark.executor.cores=1", word))
              .endsWith("must be a number above 0, not " + word.substring(word.indexOf('=') + 1)),
          word);
    }
    assertTrue(
        refused(cluster("local-cluster[2,1,1024]", 0, 2)).contains("2 answers at once need"));
    assertThrows(IllegalArgumentException.class, () -> cluster("spark://h:1", 2, 4));
    assertThrows(IllegalArgumentException.class, () -> cluster("spark://h:1", -1, 1));
    assertThrows(IllegalArgumentException.class, () -> cluster("spark://h:1", 1, 0));
    assertThrows(
        IllegalArgumentException.class, () -> TestCluster.withJars("local[2]", 65, "auto"));
    assertThrows(
        IllegalArgumentException.class, () -> TestCluster.withJars("local[2]", 1, "bundled"));
    assertThrows(
        IllegalArgumentException.class,
        () -> EvalEngine.named("local").check(ClusterSettings.of("local[2]")));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> EvalEngine.named("flink"))
            .getMessage()
            .contains("[local, spark]"));
  }

  @Test
  void usersSettingsWinWhereTheyMay() {
    Map<String, String> entries =
        SparkSettings.of(
                cluster(
                    "spark://h:1",
                    8,
                    2,
                    "spark.task.maxFailures=9",
                    "spark.executor.extraJavaOptions=-Dx=1 -XX:ActiveProcessorCount=3"))
            .entries();
    assertEquals("9", entries.get("spark.task.maxFailures"));
    assertEquals("4", entries.get("spark.task.cpus"));
    assertEquals("8", entries.get("spark.executor.cores"));
    assertEquals("0", entries.get("spark.driver.maxResultSize"));
    assertEquals("4", entries.get("spark.executorEnv.OMP_NUM_THREADS"));
    String options = entries.get("spark.executor.extraJavaOptions");
    assertTrue(options.contains("maxPhysicalBytes=0"), options);
    assertTrue(
        options.indexOf("ActiveProcessorCount=8") < options.indexOf("ActiveProcessorCount=3"),
        options);
    assertFalse(entries.containsKey("spark.driver.bindAddress"), "a real cluster needs a network");
  }

  @Test
  void localMastersStayOnLoopbackAndFitTheirMemory() {
    SparkSettings two = SparkSettings.of(cluster("local-cluster[2,1,1024]", 0, 1));
    assertEquals("127.0.0.1", two.entries().get("spark.driver.bindAddress"));
    assertEquals("1024m", two.entries().get("spark.executor.memory"));
    assertEquals(1, two.threads());
    assertFalse(two.isOpenToTheNetwork());
    SparkSettings threads = SparkSettings.of(cluster("local[2]", 0, 1));
    assertEquals(2, threads.answersAtOnce());
    assertEquals("1", threads.entries().get("spark.task.cpus"));
    assertEquals(1, Master.parse("local").cores());
    assertEquals(Runtime.getRuntime().availableProcessors(), Master.parse("local[*]").cores());
    assertTrue(SparkSettings.of(cluster("spark://h:1", 1, 1)).isOpenToTheNetwork());
    assertFalse(
        SparkSettings.of(cluster("spark://h:1", 1, 1, "spark.authenticate=true"))
            .isOpenToTheNetwork());
  }

  @Test
  void secretsAreNotShown() {
    Map<String, String> shown =
        SparkSettings.of(
                cluster(
                    "spark://h:1",
                    1,
                    1,
                    "spark.authenticate.secret=abc",
                    "spark.ssl.keyPassword=def",
                    "spark.x.token=ghi"))
            .masked();
    assertFalse(shown.toString().matches(".*(abc|def|ghi).*"), shown.toString());
  }

  @Test
  void executorsGetMemoryForWeights() {
    ModelMemory packed = new ModelMemory(14L << 30, 13L << 30, 1 << 20);
    SparkSettings yarn = SparkSettings.of(cluster("yarn", 16, 2));
    ExecutorMemory memory = ExecutorMemory.of(packed, yarn);
    // 1 GB, two caches of 4096 rows of 1 MB, 13 GB of packed weights
    assertEquals(1024 + 2 * 4096 + 13 * 1024, memory.overhead());
    String key = "spark.executor.memoryOverhead";
    assertEquals((memory.overhead() + 14 * 1024) + "m", memory.applyTo(yarn).entries().get(key));
    SparkSettings pods = SparkSettings.of(cluster("k8s://h", 16, 2));
    assertEquals(memory.overhead() + "m", memory.applyTo(pods).entries().get(key));
    SparkSettings given = SparkSettings.of(cluster("yarn", 16, 2, key + "=5g"));
    assertEquals("5g", memory.applyTo(given).entries().get(key));
  }

  @Test
  void batchesGrowWithTheRun() {
    assertEquals(1, BatchPlan.samplesPerTask(5, 2, 0));
    assertEquals(3, BatchPlan.samplesPerTask(50, 2, 0));
    assertEquals(8, BatchPlan.samplesPerTask(100_000, 2, 0));
    assertEquals(5, BatchPlan.samplesPerTask(100_000, 2, 5));
    assertEquals(10, BatchPlan.samplesPerTask(2_000_000, 2, 8));
    assertThrows(IllegalArgumentException.class, () -> BatchPlan.samplesPerTask(20_000_000, 2, 0));
  }

  @Test
  void limitsHoldOnBothSides() {
    EvalEngine.named("spark").check(ClusterSettings.builder("k8s://h").executors(1000).build());
    assertEquals(
        "at most 1000 executors, not 1001",
        refused(ClusterSettings.builder("k8s://h").executors(1001).build()));
    assertEquals(java.util.Optional.empty(), new DriverMemory(5_000_000, 1_000_000_000).warning());
    assertTrue(new DriverMemory(5_000_001, 1_000_000_000).warning().orElseThrow().contains("-Xmx"));
    ExecutorFacts facts = new ExecutorFacts("0", "h", 1, "17", 1, "AVX2", "mkl_rt", "1");
    String megabyte = "x".repeat(1 << 20);
    int megabytes = BatchAnswers.MAX_BYTES >> 20;
    List<String> fits = java.util.Collections.nCopies(megabytes - 1, megabyte);
    assertTrue(new BatchAnswers(fits, 0, facts, null).toBytes().length > (megabytes - 1) << 20);
    List<String> many = java.util.Collections.nCopies(megabytes, megabyte);
    assertTrue(
        assertThrows(
                ExecutorException.class, () -> new BatchAnswers(many, 0, facts, null).toBytes())
            .getMessage()
            .contains("use fewer --samples-per-task"));
  }

  @Test
  void sparksOwnJarsAreNotSent(@TempDir Path folder) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes/a"));
    Files.writeString(classes.resolve("b.txt"), "text");
    Files.createDirectories(folder.resolve("out"));
    StringBuilder path = new StringBuilder(folder.resolve("classes").toString());
    for (String name :
        List.of(
            "jackson-core-2.jar",
            "netty-all-4.jar",
            "slf4j-api-2.jar",
            "log4j-api-2.jar",
            "spark-core_2.13-4.jar",
            "scala-library-2.jar",
            "picocli-4.jar")) {
      path.append(java.io.File.pathSeparator).append(Files.writeString(folder.resolve(name), ""));
    }
    List<Path> jars = ExecutorJars.jars(path.toString(), folder.resolve("out"));
    assertEquals(2, jars.size(), jars.toString());
    assertEquals("picocli-4.jar", jars.get(1).getFileName().toString());
    try (var packed = new java.util.jar.JarFile(jars.get(0).toFile())) {
      assertEquals(
          "text", new String(packed.getInputStream(packed.getEntry("a/b.txt")).readAllBytes()));
    }
  }
}
