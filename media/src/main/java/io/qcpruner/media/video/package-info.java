/** Clips: which frames to take, and how to decode them within limits. */
package io.qcpruner.media.video;
