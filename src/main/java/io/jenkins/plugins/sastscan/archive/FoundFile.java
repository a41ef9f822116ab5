package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;

/**
 * A regular file that a walk has found and the selection takes.
 *
 * @param name its name in the archive
 * @param path where to open it, which is no link
 * @param size its bytes when it was found; no more are ever read
 */
record FoundFile(String name, Path path, long size) {}
