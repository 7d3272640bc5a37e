/** The HTTP surface; the only package that knows Vert.x. */
package io.qcpruner.server.http;
