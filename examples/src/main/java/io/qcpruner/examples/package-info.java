/** Programs and a method as a user of this project would write them. */
package io.qcpruner.examples;
