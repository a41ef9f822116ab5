package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.PrivateFiles;
import io.jenkins.plugins.sastscan.text.IoReason;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The temporary zip file of a submission, in a directory that several submissions can share. Callers that delete the
 * files of killed submissions must find all files first, and then look up which submissions are running. In the other
 * order, they could delete the file of a submission that has just started.
 *
 * @param folder the directory, which can be on another machine
 * @param name identifies the submission; consists of letters, digits, dots and hyphens
 */
public record TemporaryFiles(String folder, String name) implements Serializable {
    private static final long serialVersionUID = 1;
    private static final String PREFIX = "sast-scan-";
    private static final String ZIP = ".zip";

    /** The maximum number of temporary files that one submission finds. Later submissions find the others. */
    private static final int MAX_FOUND = 1_000;

    public TemporaryFiles {
        if (!name.matches("[A-Za-z0-9.-]+")) {
            throw new IllegalArgumentException(name);
        }
    }

    /** Creates the directory, deletes files that an earlier attempt left, and returns the path of the zip file. */
    public Path next() throws ArchiveException {
        try {
            refuseLinks();
            PrivateFiles.createFolder(Path.of(folder));
        } catch (IOException e) {
            throw unusable(e);
        }
        found(file -> file.startsWith(PREFIX + name + ZIP), true);
        return path(ZIP);
    }

    public String file() {
        // A path object would have the separators of this machine, but the directory can be on another machine.
        return folder + "/" + PREFIX + name + ZIP;
    }

    /** Returns at most {@value #MAX_FOUND} names of temporary files. The files can belong to any submission. */
    public List<String> found() throws ArchiveException {
        return found(any -> true, false).stream().limit(MAX_FOUND).toList();
    }

    /** @param used the names of the running submissions, whose files are not returned */
    public List<String> leftovers(Collection<String> found, Collection<String> used) {
        return found.stream()
                .limit(MAX_FOUND)
                .filter(file -> used.stream().noneMatch(running -> file.startsWith(PREFIX + running + ".")))
                .toList();
    }

    public void delete(Collection<String> names) throws ArchiveException {
        if (!names.isEmpty()) {
            found(Set.copyOf(names)::contains, true);
        }
    }

    /** Somebody can commit a link with the name of the temporary directory of a workspace. */
    private void refuseLinks() throws IOException {
        Path path = Path.of(folder).toAbsolutePath();
        for (Path part : List.of(path.getParent(), path)) {
            if (Files.exists(part, LinkOption.NOFOLLOW_LINKS)) {
                BasicFileAttributes found =
                        Files.readAttributes(part, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                // On Windows, a junction is neither a symbolic link nor a plain directory.
                if (found.isSymbolicLink() || found.isOther()) {
                    throw new ArchiveException("The temporary directory " + part + " is a link. Remove the link.");
                }
            }
        }
    }

    private Path path(String extension) {
        return Path.of(folder, PREFIX + name + extension);
    }

    private List<String> found(Predicate<String> wanted, boolean delete) throws ArchiveException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = files()) {
            for (Path file : files) {
                String found = file.toFile().getName();
                if (wanted.test(found) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    names.add(found);
                    if (delete) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // There are no files, because there is no such directory.
        } catch (DirectoryIteratorException e) {
            throw unusable(e.getCause());
        } catch (IOException e) {
            throw unusable(e);
        }
        return names;
    }

    private DirectoryStream<Path> files() throws IOException {
        refuseLinks();
        return Files.newDirectoryStream(Path.of(folder), PREFIX + "*");
    }

    private ArchiveException unusable(IOException failure) {
        return failure instanceof ArchiveException known
                ? known
                : new ArchiveException("The temporary directory " + folder + " cannot be used (" + IoReason.of(failure)
                        + "). Check the free disk space and the permissions.");
    }
}
