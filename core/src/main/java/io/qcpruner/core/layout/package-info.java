/** The rows of a decoder sequence: what each is and which belong together. */
package io.qcpruner.core.layout;
