/** The part of the Jinja template language that chat templates use; nothing in it reaches Java. */
package io.qcpruner.text.internal.jinja;
