/** A model in this process as LangChain4j's chat models. */
package io.qcpruner.langchain4j;
