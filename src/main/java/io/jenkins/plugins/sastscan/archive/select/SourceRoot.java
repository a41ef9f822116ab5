package io.jenkins.plugins.sastscan.archive.select;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The directory to archive.
 *
 * @param root the real path of the directory
 * @param top the real path of the workspace, which contains the directory
 */
public record SourceRoot(Path root, Path top) {
    /**
     * @param directory may be a symbolic link
     * @throws ArchiveException if the directory cannot be read, is not a directory, is outside the workspace, or is a
     *     link to an excluded directory, for example to {@code .git}
     */
    static SourceRoot open(Path directory, Boundary boundary, Selection selection)
            throws ArchiveException, InterruptedException {
        try {
            SourceRoot source = locate(directory, boundary, selection, true);
            Files.newDirectoryStream(source.root).close();
            return source;
        } catch (NoSuchFileException e) {
            throw new ArchiveException("The directory " + directory
                    + " does not exist. Check out the sources first, or set another directory.");
        } catch (NotDirectoryException e) {
            throw new ArchiveException(directory + " is not a directory. Set the directory of the sources.");
        } catch (IOException e) {
            throw ArchiveException.of(
                    "The directory " + directory + " cannot be read",
                    e,
                    "Make it readable for the user that runs the build.");
        }
    }

    /**
     * Locates a directory or a file. Fails if its real path is outside the workspace. Also fails if a link in the path
     * leads to what a default exclude matches. Ignores links in the path of the workspace itself.
     */
    public static SourceRoot locate(Path path, Boundary boundary, Selection selection, boolean directory)
            throws IOException {
        Path real = path.toRealPath();
        Path workspace = boundary.workspace(path.getFileSystem());
        Path top = workspace.toRealPath();
        Path start = workspace.toAbsolutePath().normalize();
        Path written = path.toAbsolutePath().normalize();
        Path relative = written.startsWith(start) ? start.relativize(written) : written;
        String name = PlainText.quoted(relative.toString());
        if (!real.startsWith(top)) {
            throw new ArchiveException(name + " leads outside the workspace " + PlainText.quoted(workspace.toString())
                    + ". Use a path inside the workspace without links to other places, or a ws block.");
        }
        Selection defaults =
                new Selection(List.of(), List.of(), selection.defaultExcludes(), selection.caseSensitive());
        SelectionMatcher matcher = new SelectionMatcher(defaults, boundary.combinator(), Map.of());
        if (!real.equals(top.resolve(relative)) && matcher.behindLink(top, real, directory) != null) {
            String kind = directory ? "directory" : "file";
            throw new ArchiveException(name + " leads to an excluded " + kind
                    + " through a symbolic link. Use the path of that " + kind + ", or another " + kind + ".");
        }
        return new SourceRoot(real, top);
    }
}
