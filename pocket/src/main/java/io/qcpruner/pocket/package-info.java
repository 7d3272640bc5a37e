/** The embedded model: scenes, questions, trainer. */
package io.qcpruner.pocket;
