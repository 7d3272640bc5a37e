package io.qcpruner.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the manifest; a run from class folders says so. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"qcpruner " + (version == null ? "(development build)" : version)};
  }
}
