/** The native decoders of FFmpeg: shared checks and the frames of WebP. */
package io.qcpruner.media.internal.ffmpeg;
