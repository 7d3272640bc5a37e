package io.qcpruner.spark;

/** What a batch may know of the attempt that runs it. */
interface TaskView {

  /** Whether nobody wants the result any more: another copy was faster, or the run was stopped. */
  boolean cancelled();
}
