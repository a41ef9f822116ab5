package io.jenkins.plugins.sastscan.archive;

/**
 * A file that a selection takes.
 *
 * @param name its name in the archive: relative, segments parted by {@code /}, always encodable as UTF-8
 * @param size its bytes when it was found
 */
public record SelectedFile(String name, long size) {}
