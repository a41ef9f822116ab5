package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.List;

/**
 * The exclude patterns that hold without being asked for. They name only what cannot be a project's own source, in upper or
 * lower case: a scan that silently misses source is worse than a larger archive. {@code docs/archive.md} gives the reasons.
 */
public final class DefaultExcludes {
    /** Directories, wherever they are. */
    private static final List<String> DIRECTORIES = List.of(
            // what version control remembers
            ".git",
            ".hg",
            ".svn",
            ".bzr",
            ".jj",
            "_darcs",
            // what a package manager brought
            "node_modules",
            "bower_components",
            "jspm_packages",
            ".pnpm-store",
            ".yarn/cache",
            ".yarn/unplugged",
            ".m2",
            "site-packages",
            ".venv",
            ".bundle",
            // what a build made
            "target/classes",
            "target/test-classes",
            "target/maven-status",
            "target/surefire-reports",
            "target/failsafe-reports",
            "target/site",
            "target/debug/build",
            "target/debug/deps",
            "target/debug/incremental",
            "target/release/build",
            "target/release/deps",
            "build/classes",
            "build/reports",
            "build/test-results",
            "build/tmp",
            "bin/Debug",
            "bin/Release",
            "obj/Debug",
            "obj/Release",
            "CMakeFiles",
            "DerivedData",
            "__pycache__",
            "*.egg-info",
            ".next",
            ".nuxt",
            ".svelte-kit",
            ".angular",
            ".build",
            ".dart_tool",
            // what tools keep for their next run, or report
            ".gradle",
            ".cache",
            ".npm",
            ".parcel-cache",
            ".turbo",
            ".sass-cache",
            ".terraform",
            ".serverless",
            ".mypy_cache",
            ".pytest_cache",
            ".ruff_cache",
            ".tox",
            ".nox",
            ".nyc_output",
            ".scannerwork",
            ".ipynb_checkpoints",
            // what editors and desktops remember
            ".idea",
            ".vs",
            ".vscode",
            ".settings",
            ".metadata",
            ".fleet",
            "__MACOSX");

    /** Files, wherever they are; {@code .git} is what a linked work tree has in the place of the directory. */
    private static final List<String> FILES =
            List.of(".git", ".DS_Store", "Thumbs.db", "desktop.ini", "*~", "*.swp", "*.class", "*.pyc");

    /** Where Jenkins keeps secret files and fetched scripts, if a workspace lies inside of the directory. */
    private static final List<String> ALWAYS = List.of("**/*@tmp/**", "**/*@script*/**");

    private static final List<String> PATTERNS = build();

    private DefaultExcludes() {}

    /** All default excludes, those of {@link #always()} among them. */
    public static List<String> patterns() {
        return PATTERNS;
    }

    /** Those that hold even when a selection has its default excludes off. */
    public static List<String> always() {
        return ALWAYS;
    }

    private static List<String> build() {
        List<String> patterns = new ArrayList<>(ALWAYS);
        DIRECTORIES.forEach(name -> patterns.add("**/" + name + "/**"));
        FILES.forEach(name -> patterns.add("**/" + name));
        return List.copyOf(patterns);
    }
}
