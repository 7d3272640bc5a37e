/** How much each visual token matters to the query. */
package io.qcpruner.core.utility;
