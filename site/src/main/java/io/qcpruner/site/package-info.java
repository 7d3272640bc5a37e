/** The documentation as pages with navigation and search. */
package io.qcpruner.site;
