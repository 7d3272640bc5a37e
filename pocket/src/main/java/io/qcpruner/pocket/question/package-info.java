/** Questions about drawn scenes, with their answers. */
package io.qcpruner.pocket.question;
