package io.qcpruner.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kernel calls that are written down once and carried out any number of times, without the Java
 * code around them. Each time they read and write the same memory, which must outlive them; what
 * differs from one time to the next are the numbers in it and the rows of {@link CacheTable}s.
 *
 * <p>They are recorded and run by one thread at a time, in parts: between two of them a thread
 * waits for others.
 */
public final class RecordedCalls {
  private final CallList calls = new CallList();
  private final List<Integer> ends = new ArrayList<>(); // of all parts but the last
  private final NativeKernels kernels;
  private final RowKernels recorder;

  private RecordedCalls(NativeKernels kernels) {
    this.kernels = kernels;
    this.recorder = kernels.into(calls::add);
  }

  /** Empty where kernels are plain Java: those have no calls to record. */
  public static Optional<RecordedCalls> ofThisMachine() {
    return of(RowKernels.ofThisMachine());
  }

  static Optional<RecordedCalls> of(RowKernels kernels) {
    return kernels instanceof NativeKernels found
        ? Optional.of(new RecordedCalls(found))
        : Optional.empty();
  }

  /** Kernels that check their arguments and record calls; nothing is computed. */
  public RowKernels recorder() {
    return recorder;
  }

  /** Calls from here on belong to the next part. */
  public void endPart() {
    ends.add(calls.count());
  }

  /** Forgets all calls. */
  public void clear() {
    calls.clear();
    ends.clear();
  }

  public int parts() {
    return ends.size() + 1;
  }

  /** Carries out the calls of one part. */
  public void run(int part) {
    int from = part == 0 ? 0 : ends.get(part - 1);
    int end = part == ends.size() ? calls.count() : ends.get(part);
    calls.run(kernels.level(), from, end);
  }

  /** Shows native code the rows that a table has now. */
  public void refresh(CacheTable caches) {
    caches.write();
  }
}
