/** What an evaluation is made of, opened alike by every process that takes part in it. */
package io.qcpruner.tasks;
