package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/** Each workspace is generated once, and has the same content on every machine. */
final class Workspaces {
    private static final int CHUNK = 1 << 20;
    private static final int SECTION = 1 << 14;
    private static final int PIECES = 32;
    private static final int FILES_OF_A_DIRECTORY = 25;

    private final Path folder;
    private final SourceText text = new SourceText();
    private final byte[] buffer = new byte[CHUNK];

    Workspaces(Path folder) {
        this.folder = folder;
    }

    Path small() throws IOException {
        return sources(15_000, 100_000_000);
    }

    Path sources(int files, long bytes) throws IOException {
        return made("sources-" + files + "-" + bytes / 1_000_000, root -> addSources(root, files, bytes, 1));
    }

    /** 70,000 source files, and 50,000 files that match the default excludes. */
    Path monorepo() throws IOException {
        return made("monorepo", root -> {
            for (int module = 0; module < 10; module++) {
                Path base = root.resolve("services/module-" + module);
                addSources(base.resolve("src"), 7_000, 45_000_000, module);
                addSources(base.resolve("node_modules"), 3_500, 14_000_000, 100 + module);
                addSources(base.resolve("target/classes"), 500, 1_500_000, 200 + module);
            }
            for (int module = 0; module < 10; module++) {
                addNoise(root.resolve(".git/objects/" + module), 1_000, 2_000_000, module);
            }
        });
    }

    /** Turns a workspace into a Git repository that tracks all files except ignored ones. */
    static void track(Path workspace, String... ignored) throws Exception {
        if (Files.exists(workspace.resolve(".git/index"))) {
            return;
        }
        Ways.run(workspace, "git", "init", "-q");
        Files.write(workspace.resolve(".git/info/exclude"), List.of(ignored));
        Ways.run(workspace, "git", "add", ".");
        Ways.run(workspace, "git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-q", "-m", "x");
    }

    /**
     * Creates files that contain the same pieces several times. Deflate does not notice the repetition, because a piece
     * (1 MB) is longer than the window of deflate (32 KiB).
     */
    Path large(int files, long bytes) throws IOException {
        return made("large-" + files + "-" + bytes / 1_000_000, root -> {
            byte[][] pieces = new byte[PIECES][CHUNK];
            for (int i = 0; i < PIECES; i++) {
                fill(pieces[i], i);
            }
            SplittableRandom order = new SplittableRandom(bytes);
            for (int i = 0; i < files; i++) {
                try (OutputStream out = Files.newOutputStream(root.resolve("dump-" + i + ".sql"))) {
                    for (long left = bytes / files; left > 0; left -= CHUNK) {
                        out.write(pieces[order.nextInt(PIECES)], 0, (int) Math.min(CHUNK, left));
                    }
                }
            }
        });
    }

    /** Jars and images, which are already compressed. */
    Path compressed(long bytes) throws IOException {
        return made("compressed-" + bytes / 1_000_000, root -> {
            addNoise(root.resolve("lib"), (int) (bytes / 2_000_000), bytes * 4 / 5, 1);
            addNoise(root.resolve("images"), (int) (bytes / 500_000), bytes / 5, 2);
        });
    }

    /** Brings all files into the cache of the operating system, as after a checkout. */
    static void read(Path workspace) throws IOException {
        try (Stream<Path> all = Files.walk(workspace)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                Files.copy(path, OutputStream.nullOutputStream());
            }
        }
    }

    void remove(Path workspace) throws IOException {
        Files.deleteIfExists(done(workspace));
        FileUtils.deleteDirectory(workspace.toFile());
    }

    private interface Maker {
        void make(Path root) throws IOException;
    }

    private Path made(String name, Maker maker) throws IOException {
        Path root = folder.resolve(name);
        Path done = done(root);
        if (!Files.exists(done)) {
            FileUtils.deleteDirectory(root.toFile());
            Files.createDirectories(root);
            maker.make(root);
            Files.createFile(done);
        }
        return root;
    }

    private static Path done(Path workspace) {
        return workspace.resolveSibling(workspace.getFileName() + ".done");
    }

    private void addSources(Path base, int files, long bytes, int seed) throws IOException {
        double mean = (double) bytes / files;
        SplittableRandom sizes = new SplittableRandom(seed);
        long left = bytes;
        Path directory = base;
        for (int i = 0; i < files; i++) {
            if (i % FILES_OF_A_DIRECTORY == 0) {
                directory = base.resolve("area" + i / 2_500 + "/package" + i / 250 % 10 + "/part" + i / 25 % 10);
                Files.createDirectories(directory);
            }
            // As in source trees, most files are shorter than the mean, and a few are much longer.
            long wanted = (long) (mean * Math.pow(sizes.nextDouble(), 2) * 3);
            long size = i == files - 1 ? left : Math.min(Math.max(64, wanted), left - 64L * (files - i));
            left -= size;
            write(directory.resolve("Type" + i + ".java"), size, (long) seed << 32 | i, false);
        }
    }

    private void addNoise(Path base, int files, long bytes, int seed) throws IOException {
        Files.createDirectories(base);
        for (int i = 0; i < files; i++) {
            write(base.resolve("archive-" + i + ".jar"), bytes / files, (long) seed << 32 | i, true);
        }
    }

    private void fill(byte[] piece, int seed) {
        for (int at = 0; at < CHUNK; at += SECTION) {
            text.begin((long) seed << 32 | at);
            text.fill(buffer, SECTION, true);
            System.arraycopy(buffer, 0, piece, at, SECTION);
        }
    }

    private void write(Path file, long size, long seed, boolean noise) throws IOException {
        text.begin(seed);
        SplittableRandom random = new SplittableRandom(seed);
        try (OutputStream out = Files.newOutputStream(file)) {
            for (long left = size; left > 0; left -= CHUNK) {
                int length = (int) Math.min(CHUNK, left);
                if (noise) {
                    random.nextBytes(buffer);
                } else {
                    text.fill(buffer, length, left == size);
                }
                out.write(buffer, 0, length);
            }
        }
    }
}
