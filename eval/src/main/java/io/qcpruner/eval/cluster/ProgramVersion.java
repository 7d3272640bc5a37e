package io.qcpruner.eval.cluster;

/** The version of this program in this process, to compare with that of another process. */
public final class ProgramVersion {

  private ProgramVersion() {}

  /** What Maven wrote into the manifest; class folders have none. */
  public static String current() {
    String version = ProgramVersion.class.getPackage().getImplementationVersion();
    return version == null ? "development build" : version;
  }
}
