/** The backbones on libtorch. */
package io.qcpruner.model;
