/** Who is computed when: slots, the waiting line and cancellation. */
package io.qcpruner.server.schedule;
