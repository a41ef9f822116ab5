package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** How the files to be archived are opened. */
@FunctionalInterface
interface FileOpener {
    SeekableByteChannel open(Path file) throws IOException;

    /**
     * Opens a file for reading, and not what a link in its place or in that of a directory above may lead to by now.
     *
     * @param file a real path
     * @throws NoSuchFileException if it is none any more
     */
    static SeekableByteChannel noLink(Path file) throws IOException {
        Set<OpenOption> options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
        SeekableByteChannel channel = Files.newByteChannel(file, options);
        try {
            // Asked after opening: a link that comes later can do no harm.
            if (!file.toRealPath().equals(file)) {
                throw new NoSuchFileException(file.toString(), null, "a link is in its way");
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }
}
