package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.archive.select.SourceRoot;
import io.jenkins.plugins.sastscan.archive.zip.ZipReader;
import io.jenkins.plugins.sastscan.text.PlainText;
import io.jenkins.plugins.sastscan.text.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/** An existing archive, created by the build. */
public final class ReadyArchive {
    /** Maximum size of all unpacked files together, in bytes. A larger archive is rejected as a zip bomb. */
    public static final long MAX_UNPACKED = 100L << 30;

    private final ZipReader zip;
    private final InputStream in;
    private final LongConsumer progress;
    private final byte[] buffer = new byte[1 << 16];
    private long unpacked;

    private ReadyArchive(ZipReader zip, LongConsumer progress) {
        this.zip = zip;
        in = Channels.newInputStream(zip.file());
        this.progress = progress;
    }

    /** Works like {@link SourceRoot#locate}, but returns the path of a missing file unchanged. */
    public static Path locate(Path file, Boundary boundary) throws IOException {
        return Files.exists(file)
                ? SourceRoot.locate(file, boundary, Selection.everything(), false)
                        .root()
                : file;
    }

    /**
     * Reads and checks the complete archive.
     *
     * @param file a zip file with at least one file; must not be a link. Entries must be stored or deflated, must not
     *     be encrypted, and must have relative names, and all programs must see the same entries. All files together
     *     have at most 100 GiB
     * @param each called for each file in the archive; {@link SelectedFile#path} is always {@code file}
     * @throws ArchiveException if the archive cannot be read, is damaged, or violates one of the rules or limits above
     */
    public static ArchiveFacts inspect(Path file, SizeLimit limit, LongConsumer progress, Consumer<SelectedFile> each)
            throws ArchiveException, InterruptedException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            String problem = Files.exists(file) ? " is not a file" : " does not exist";
            throw new ArchiveException("The archive " + file + problem + ". Set the path of a zip file.");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return new ReadyArchive(new ZipReader(file, channel), progress).inspect(limit, each);
        } catch (IOException e) {
            throw ArchiveException.of(
                    "The archive " + file + " cannot be read", e, "Make it readable for the user that runs the build.");
        }
    }

    private ArchiveFacts inspect(SizeLimit limit, Consumer<SelectedFile> each) throws IOException {
        MessageDigest digest = Sha256.create();
        long measured = 0;
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            digest.update(buffer, 0, got);
            measured += limit.measure(buffer, 0, got);
            limit.check(measured, "The archive " + zip.path(), "Put less into it");
        }
        SkippedFiles lost = new SkippedFiles();
        ContentStatistics contents = new ContentStatistics();
        zip.read(entry -> {
            String name = zip.name(entry);
            String shown = "the entry " + PlainText.quoted(name);
            if (!EntryName.staysInside(name)) {
                throw zip.invalid("contains " + shown + ", whose name leads outside the archive. Use relative names");
            }
            if (entry.size() > MAX_UNPACKED - unpacked) {
                throw zip.invalid("unpacks to more than " + (MAX_UNPACKED >> 30) + " GiB. Put less into it");
            }
            Checksums print = new Checksums();
            if (!isIntact(entry, print)) {
                throw zip.invalid("is damaged at " + shown + ". Create it again");
            }
            if (!name.endsWith("/")) {
                contents.add(name, entry.size(), print.sha256().digest());
                each.accept(new SelectedFile(name, entry.size(), zip.path()));
                lost.addIfNotPortable(name);
            }
        });
        if (contents.files() == 0) {
            throw zip.invalid("contains no files. Check the step that creates it");
        }
        String sha256 = Sha256.hex(digest);
        return new ArchiveFacts(contents, zip.file().size(), measured, sha256, contents.digest(), lost);
    }

    /**
     * Tells whether an entry has the declared size and checksum. Data after the end of deflated content is an error,
     * because other programs could find entries in it. Folders can have such data, too.
     */
    private boolean isIntact(ZipReader.Header entry, Checksums print) throws IOException {
        Inflater inflater = new Inflater(true);
        try {
            // The stream is not closed, because that would close the channel.
            InputStream content = entry.deflated() ? new InflaterInputStream(in, inflater, 1 << 14) : in;
            long left = entry.size();
            for (int got = 1; left > 0 && got > 0; left -= got) {
                got = content.readNBytes(buffer, 0, (int) Math.min(buffer.length, left));
                print.add(buffer, got);
                unpacked += got;
                progress.accept(unpacked);
            }
            boolean ended = !entry.deflated() || content.read() < 0 && inflater.getBytesRead() == entry.compressed();
            return left == 0 && ended && (int) print.crc().getValue() == entry.crc();
        } catch (ZipException | EOFException e) {
            return false;
        } finally {
            inflater.end();
        }
    }
}
