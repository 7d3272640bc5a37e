/** Answers in a given form: a grammar of bytes, and which tokens may come next in it. */
package io.qcpruner.text.internal.grammar;
