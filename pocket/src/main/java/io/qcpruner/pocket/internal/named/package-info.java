/** The embedded models as services, so that they are opened by name. */
package io.qcpruner.pocket.internal.named;
