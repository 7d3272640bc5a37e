/** OpenAI's JSON: requests to values, answers to replies and chunks. */
package io.qcpruner.server.protocol;
