package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** How the files to be archived are opened. */
@FunctionalInterface
interface FileOpener {
    SeekableByteChannel open(Path file) throws IOException;

    /** Opens a file for reading, and not what a link in its place may lead to. */
    static SeekableByteChannel noLink(Path file) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        return Files.newByteChannel(file, options);
    }
}
