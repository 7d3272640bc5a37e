/**
 * What a {@code tokenizer.json} may contain before the native tokenizer library sees it: the
 * library ends the process, Java included, on some files that it can't use.
 */
package io.qcpruner.text.internal.check;
