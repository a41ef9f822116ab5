package io.jenkins.plugins.sastscan.archive.select;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What is not archived by default. Nothing that can be somebody's source code is skipped, because a scan that misses
 * source code would be worse than a large archive. {@code docs/archive-reference.md} lists the patterns.
 */
public final class DefaultExcludes {
    /**
     * Excluded at any depth: version control, packages, build output, caches, reports and editors. In a linked Git
     * worktree, {@code .git} is a file.
     */
    public static final List<String> PATTERNS = """
            .git/** .hg/** .svn/** .bzr/** .jj/** _darcs/**
            node_modules/** bower_components/** jspm_packages/** .pnpm-store/** .yarn/cache/** .yarn/unplugged/**
            .m2/** site-packages/** .venv/** .bundle/** CMakeFiles/** __pycache__/** *.egg-info/**
            .next/** .nuxt/** .svelte-kit/** .angular/** .dart_tool/**
            .gradle/** .cache/** .npm/** .parcel-cache/** .turbo/** .sass-cache/** .terraform/** .serverless/**
            .mypy_cache/** .pytest_cache/** .ruff_cache/** .tox/** .nox/** .nyc_output/** .scannerwork/**
            .ipynb_checkpoints/** .idea/** .vs/** .vscode/** .settings/** .metadata/** .fleet/** __MACOSX/**
            .git .DS_Store Thumbs.db desktop.ini *~ *.swp *.class *.pyc
            """.lines()
            .flatMap(line -> Stream.of(line.split(" ")))
            .map(name -> "**/" + name)
            .toList();

    /**
     * Build output in a directory whose name can also be that of a package. It is excluded only next to a build file.
     *
     * @param buildFile a glob for the name of the build file
     * @param directory the output, relative to the directory with the build file
     */
    public record Output(String buildFile, String directory) {
        /** For example {@code target/classes next to pom.xml}. */
        @Override
        public String toString() {
            return directory + " next to " + buildFile;
        }

        /** Whether a real path is such a directory. Looks for no build file above {@code root}. */
        boolean matches(Path root, Path path) {
            if (!path.endsWith(directory)) {
                return false;
            }
            Path above = path.resolve(directory.replaceAll("[^/]+", "..")).normalize();
            try (DirectoryStream<Path> buildFiles = Files.newDirectoryStream(above, buildFile)) {
                return above.startsWith(root) && buildFiles.iterator().hasNext();
            } catch (IOException | DirectoryIteratorException e) {
                return false;
            }
        }
    }

    public static final List<Output> OUTPUTS = """
            pom.xml target/classes target/test-classes target/maven-status target/surefire-reports
            pom.xml target/failsafe-reports target/site
            Cargo.toml target/debug/build target/debug/deps target/debug/incremental
            Cargo.toml target/release/build target/release/deps
            *.{gradle,gradle.kts} build/classes build/reports build/test-results build/tmp
            build.xml build/classes
            *.{csproj,fsproj,vbproj} bin obj
            *.vcxproj bin/Debug bin/Release obj/Debug obj/Release
            Package.swift .build
            *.{xcodeproj,xcworkspace} DerivedData
            """.lines()
            .map(line -> line.split(" "))
            .flatMap(words -> Stream.of(words).skip(1).map(directory -> new Output(words[0], directory)))
            .toList();

    private DefaultExcludes() {}

    /**
     * These patterns apply even if default excludes are off. In directories with such names, Jenkins keeps secret
     * files, fetched scripts and libraries. For example, a step in {@code dir('a')} can create {@code a@tmp} in the
     * workspace.
     *
     * @param combinator what Jenkins writes between the name of a workspace and a suffix; usually {@code @}
     */
    public static List<String> always(String combinator) {
        return Stream.of("tmp", "script", "script" + combinator + "*", "libs", "libs" + combinator + "*")
                .map(suffix -> "**/?*" + combinator + suffix + "/**")
                .toList();
    }
}
