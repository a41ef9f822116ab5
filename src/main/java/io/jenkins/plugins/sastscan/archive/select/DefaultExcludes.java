package io.jenkins.plugins.sastscan.archive.select;

import java.util.List;
import java.util.stream.Stream;

/**
 * The default exclude patterns. They match only files that cannot be source code of the project, because a scan that
 * misses source code would be worse than a large archive. {@code docs/archive-reference.md} groups the patterns, and
 * gives a reason for each group.
 */
public final class DefaultExcludes {
    /** Directories excluded at any depth: version control, packages, build output, caches, reports and editors. */
    private static final String DIRECTORIES = ".git,.hg,.svn,.bzr,.jj,_darcs,"
            + "node_modules,bower_components,jspm_packages,.pnpm-store,.yarn/cache,.yarn/unplugged,.m2,site-packages,"
            + ".venv,.bundle,"
            + "target/classes,target/test-classes,target/maven-status,target/surefire-reports,target/failsafe-reports,"
            + "target/site,target/debug/build,target/debug/deps,target/debug/incremental,target/release/build,"
            + "target/release/deps,build/classes,build/reports,build/test-results,build/tmp,bin/Debug,bin/Release,"
            + "obj/Debug,obj/Release,CMakeFiles,DerivedData,__pycache__,*.egg-info,.next,.nuxt,.svelte-kit,.angular,"
            + ".build,.dart_tool,"
            + ".gradle,.cache,.npm,.parcel-cache,.turbo,.sass-cache,.terraform,.serverless,.mypy_cache,.pytest_cache,"
            + ".ruff_cache,.tox,.nox,.nyc_output,.scannerwork,.ipynb_checkpoints,"
            + ".idea,.vs,.vscode,.settings,.metadata,.fleet,__MACOSX";

    /** Files excluded at any depth. In a linked Git worktree, {@code .git} is a file. */
    private static final List<String> FILES =
            List.of(".git", ".DS_Store", "Thumbs.db", "desktop.ini", "*~", "*.swp", "*.class", "*.pyc");

    /**
     * These patterns apply even if default excludes are off. In folders with such names, Jenkins keeps secret files and
     * fetched scripts. For example, a step in {@code dir('a')} can create {@code a@tmp} in the workspace.
     */
    public static final List<String> ALWAYS = List.of("**/*@tmp/**", "**/*@script*/**");

    /** All default excludes, including {@link #ALWAYS}. */
    public static final List<String> PATTERNS = Stream.of(
                    ALWAYS.stream(),
                    Stream.of(DIRECTORIES.split(",")).map(name -> "**/" + name + "/**"),
                    FILES.stream().map(name -> "**/" + name))
            .flatMap(patterns -> patterns)
            .toList();

    private DefaultExcludes() {}
}
