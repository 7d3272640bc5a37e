/** One evaluation over the machines of an Apache Spark cluster. */
package io.qcpruner.spark;
