/** Models that answer questions about pictures and clips: opening, asking, replies. */
package io.qcpruner.model;
