package io.jenkins.plugins.sastscan.archive;

import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * The workspace that the innermost {@code node} or {@code ws} block of a step gave. Nothing outside it is read. The
 * current directory can be another one, for example in a {@code dir} block.
 *
 * @param path the workspace on its machine, as Jenkins names it
 * @param enclosing the workspaces that the enclosing blocks gave on the same machine
 * @param combinator what Jenkins writes between the name of a workspace and a suffix such as {@code tmp}
 */
public record Boundary(String path, List<String> enclosing, String combinator) implements Serializable {
    /**
     * Returns the workspace as Jenkins names it. Its path may contain links, because administrators can choose where
     * workspaces are.
     *
     * @throws ArchiveException if the workspace is below an enclosing workspace by its name, but leads elsewhere
     *     through a link, which somebody could have committed
     */
    public Path workspace(FileSystem system) throws IOException {
        Path workspace = system.getPath(path);
        for (String name : enclosing) {
            Path above = system.getPath(name);
            if (workspace.startsWith(above) && !isReally(workspace, above)) {
                throw new ArchiveException(
                        "The workspace " + PlainText.quoted(path) + " leads elsewhere through a link in "
                                + PlainText.quoted(name) + ". Use the directory that the link leads to.");
            }
        }
        return workspace;
    }

    private static boolean isReally(Path workspace, Path above) throws IOException {
        try {
            Path expected = above.toRealPath().resolve(above.relativize(workspace));
            return workspace.toRealPath().equals(expected.toRealPath(LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            // The workspace does not exist, so there is nothing to archive.
            return true;
        }
    }
}
