package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.List;

/** The exclude patterns that hold without being asked for; {@code docs/archive.md} gives the reason of each. */
public final class DefaultExcludes {
    /** Directories that hold no source of the project by their very name, wherever they are. */
    private static final List<String> DIRECTORIES = List.of(
            // version control
            ".git",
            ".hg",
            ".svn",
            ".bzr",
            ".jj",
            ".pijul",
            "_darcs",
            "CVS",
            "RCS",
            "SCCS",
            // packages that a package manager brought
            "node_modules",
            "bower_components",
            "jspm_packages",
            ".pnpm-store",
            ".m2",
            "Pods",
            "site-packages",
            ".venv",
            ".bundle",
            // build output and what build tools remember
            "target/classes",
            "target/test-classes",
            "target/generated-sources/annotations",
            "target/surefire-reports",
            "target/site",
            "build/classes",
            "build/libs",
            "build/reports",
            "build/test-results",
            "build/tmp",
            ".gradle",
            ".mvn/wrapper",
            ".next",
            ".nuxt",
            ".svelte-kit",
            ".angular",
            ".parcel-cache",
            ".turbo",
            ".terraform",
            ".serverless",
            ".dart_tool",
            ".build",
            "__pycache__",
            "*.egg-info",
            ".eggs",
            "CMakeFiles",
            "DerivedData",
            // caches and reports of tools
            ".cache",
            ".npm",
            ".yarn/cache",
            ".yarn/unplugged",
            ".mypy_cache",
            ".pytest_cache",
            ".ruff_cache",
            ".tox",
            ".nox",
            ".nyc_output",
            ".scannerwork",
            ".sass-cache",
            ".ipynb_checkpoints",
            // what editors and desktops remember
            ".idea",
            ".vs",
            ".vscode",
            ".settings",
            ".metadata",
            ".fleet",
            ".Trash-*",
            "__MACOSX");

    private static final List<String> FILES = List.of(
            // a work tree's pointer to its repository
            ".git", ".DS_Store", "Thumbs.db", "desktop.ini", "*~", "*.swp", ".#*", "*.pyc", "*.class");

    /** Where Jenkins keeps secret files and the scripts of steps, inside a workspace that holds other workspaces. */
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
