package io.jenkins.plugins.sastscan.archive;

import java.util.ArrayList;
import java.util.List;

/**
 * The default exclude patterns. They match only files that cannot be source code of the project, because a scan that
 * silently misses source code is worse than a large archive. {@code docs/archive-reference.md} gives the reasons.
 */
public final class DefaultExcludes {
    /** Directory names, at any depth: version control, packages, build output, caches and reports, editors. */
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

    /** File names, at any depth. A linked Git worktree has a file {@code .git}. */
    private static final List<String> FILES =
            List.of(".git", ".DS_Store", "Thumbs.db", "desktop.ini", "*~", "*.swp", "*.class", "*.pyc");

    /** Where Jenkins keeps secret files and fetched scripts when a workspace is inside the directory. */
    private static final List<String> ALWAYS = List.of("**/*@tmp/**", "**/*@script*/**");

    private static final List<String> PATTERNS = build();

    private DefaultExcludes() {}

    /** All default excludes, including {@link #always()}. */
    public static List<String> patterns() {
        return PATTERNS;
    }

    /** Excludes that apply even if a selection does not use the default excludes. */
    public static List<String> always() {
        return ALWAYS;
    }

    private static List<String> build() {
        List<String> patterns = new ArrayList<>(ALWAYS);
        for (String name : DIRECTORIES.split(",")) {
            patterns.add("**/" + name + "/**");
        }
        FILES.forEach(name -> patterns.add("**/" + name));
        return List.copyOf(patterns);
    }
}
