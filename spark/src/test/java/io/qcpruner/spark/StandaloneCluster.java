package io.qcpruner.spark;

import static io.qcpruner.testkit.Await.until;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A standalone master and two workers as processes of their own, on two addresses of the loopback
 * interface: Spark takes them for two machines. The second has room for two executors.
 */
final class StandaloneCluster implements AutoCloseable {

  private static final String FIRST_HOST = "127.0.0.1";
  private static final String SECOND_HOST = "127.0.0.2";

  /** Executors of one core and a gigabyte that the workers can start. */
  static final int EXECUTORS = 3;

  private final Path folder;
  private final List<Process> processes = new ArrayList<>();
  private final String url;

  StandaloneCluster(Path folder) throws Exception {
    this.folder = Files.createDirectories(folder);
    TestCluster.install();
    int port = freePort();
    url = "spark://127.0.0.1:" + port;
    start(
        "master",
        "org.apache.spark.deploy.master.Master",
        "--host",
        "127.0.0.1",
        "--port",
        Integer.toString(port),
        "--webui-port",
        "0");
    for (String host : List.of(FIRST_HOST, SECOND_HOST)) {
      Path work = Files.createDirectories(folder.resolve("work-" + host));
      start(
          "worker-" + host,
          "org.apache.spark.deploy.worker.Worker",
          "--host",
          host,
          "--cores",
          host.equals(FIRST_HOST) ? "1" : "2",
          "--memory",
          host.equals(FIRST_HOST) ? "1g" : "2g",
          "--webui-port",
          "0",
          "--work-dir",
          work.toString(),
          url);
    }
    await("worker-" + FIRST_HOST);
    await("worker-" + SECOND_HOST);
  }

  String url() {
    return url;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private void start(String name, String main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.level=INFO",
                "-cp",
                TestCluster.sparkHome().resolve("jars") + "/*",
                main));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve(name + ".log").toFile());
    // the web pages too listen on loopback alone
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    processes.add(builder.start());
  }

  private void await(String name) throws Exception {
    Path log = folder.resolve(name + ".log");
    until(
        name + " registers",
        () -> Files.readString(log).contains("Successfully registered with master"));
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.onExit().join();
    }
  }
}
