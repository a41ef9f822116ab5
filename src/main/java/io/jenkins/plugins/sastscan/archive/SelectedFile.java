package io.jenkins.plugins.sastscan.archive;

import java.nio.file.Path;

/**
 * @param name the name in the archive: a relative path with {@code /} as separator; can always be encoded in UTF-8
 * @param size the size in bytes when the walk found the file; bytes that are added later are not read
 * @param path the path to open, never a link; can differ from the name if the locale cannot express the name
 */
public record SelectedFile(String name, long size, Path path) {}
