/**
 * Image files to pixels. Each format has one class that reads the header itself, refuses what is
 * over a limit, strips everything but the picture (profiles, text, thumbnails, later frames) and
 * only then hands the rest to an ImageIO reader.
 */
package io.qcpruner.media.internal.image;
