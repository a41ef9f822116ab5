package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

@FunctionalInterface
interface FileOpener {
    Set<OpenOption> NO_LINK = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    SeekableByteChannel open(Path file) throws IOException;

    /** Opens a file, but not a symbolic link. {@link SymlinkRaceCheck} checks the directories above it. */
    static SeekableByteChannel noLink(Path file) throws IOException {
        return Files.newByteChannel(file, NO_LINK);
    }
}
