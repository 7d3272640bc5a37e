package io.qcpruner.cli.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What is served and asked.
 *
 * @param model options of {@code serve} that say which model and how
 * @param workload what clients ask
 */
record ServeSetup(List<String> model, Workload workload) {

  ServerProcess start(String... options) throws IOException {
    List<String> all = new ArrayList<>(model);
    all.addAll(List.of(options));
    return ServerProcess.start(all);
  }
}
