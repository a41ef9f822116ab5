package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines the URL and the branch of a repository. The step takes precedence, then the environment of the build, then
 * the checkout. If credentials are sent, neither an agent nor a build parameter can set the URL.
 */
public final class GitDefaults {
    private static final int MAX_SHOWN_LENGTH = 300;

    private static final String URL = "GIT_URL";
    private static final String BRANCH = "BRANCH_NAME";

    private GitDefaults() {}

    /** @param branchesAtHead the branches of the remote that point to the checked-out commit */
    public record Remote(String name, String url, List<String> branchesAtHead) {}

    /** Returns true if the URL, the branch or both must come from the checkout. */
    public static boolean needsCheckout(String url, String branch, Map<String, String> environment) {
        boolean urlKnown = present(url).or(() -> present(environment.get(URL))).isPresent();
        // Only the checkout shows whether "upstream/main" starts with the name of a remote. "origin" is always assumed
        // to be a remote.
        boolean branchKnown = present(branch)
                .or(() -> present(environment.get(BRANCH)))
                .or(() -> gitBranch(environment).filter(name -> name.startsWith("origin/") || !name.contains("/")))
                .isPresent();
        return !urlKnown || !branchKnown;
    }

    /**
     * If credentials are sent, {@code given} must come from {@link #urlForCredentials}.
     *
     * @param given the URL in the step; can be blank
     * @param environment the environment variables of the build; blank variables count as missing
     */
    public static GitUrl url(String given, Map<String, String> environment, List<Remote> remotes) {
        if (present(given).isPresent()) {
            return GitUrl.given(given);
        }
        Optional<String> url = present(environment.get(URL));
        if (url.isPresent() || remotes.size() == 1) {
            return url.isPresent()
                    ? GitUrl.found(url.get(), "the variable " + URL)
                    : GitUrl.found(remotes.get(0).url(), "the remote of the checkout");
        }
        throw new InvalidInputException(
                remotes.isEmpty()
                        ? "No Git URL is set, and the build has no Git checkout. Set the URL in the Git settings."
                        : "No Git URL is set, and the checkout has several remotes ("
                                + listed(remotes.stream().map(Remote::name)) + "). Set the URL in the Git settings.");
    }

    /**
     * Returns the URL of the repository for a step that uses credentials. The URL comes from the step or from a checkout
     * that the controller has recorded. Parameters, variables and agents cannot set the URL, because it decides who
     * receives a secret.
     *
     * @param written the URL in the step, with unexpanded expressions; can be blank
     * @param recorded the URLs of all checkouts that the controller has recorded for the build
     */
    public static GitUrl urlForCredentials(String written, Collection<String> recorded) {
        if (present(written).isPresent()) {
            refuseExpression(written);
            return GitUrl.given(written);
        }
        List<String> urls = recorded.stream().distinct().sorted().toList();
        if (urls.size() != 1) {
            throw new InvalidInputException(
                    urls.isEmpty()
                            ? "No Git URL is set for the credentials, and Jenkins has no record of a Git checkout in"
                                    + " this build. Set the URL in the Git settings."
                            : "No Git URL is set for the credentials, and this build has checked out several"
                                    + " repositories (" + listed(urls.stream().map(GitUrl::shown))
                                    + "). Set the URL in the Git settings.");
        }
        if (urls.get(0).contains("$")) {
            throw new InvalidInputException(
                    "No Git URL is set for the credentials, and the URL of the checkout contains an"
                            + " expression. Set the URL in the Git settings.");
        }
        return GitUrl.found(urls.get(0), "the checkout");
    }

    /** Rejects a URL with an expression, because a variable must not decide who receives a secret. */
    public static void refuseExpression(String url) {
        if (url.contains("$")) {
            throw new InvalidInputException("The Git URL contains an expression, which could send the credentials"
                    + " anywhere. Enter the complete URL, or remove the credentials.");
        }
    }

    /** Returns the full ref of the branch. */
    public static String branch(String given, Map<String, String> environment, List<Remote> remotes) {
        if (present(given).isPresent()) {
            return BranchRef.of(given);
        }
        if (present(environment.get("CHANGE_ID")).isPresent()) {
            throw new InvalidInputException(
                    "This is a build of a change request, whose branch the SAST server cannot fetch."
                            + " Set the branch in the Git settings, or omit them for change requests.");
        }
        Optional<String> ref = present(environment.get("TAG_NAME"))
                .map(BranchRef::ofTag)
                .or(() -> present(environment.get(BRANCH)).map(BranchRef::of))
                .or(() -> gitBranch(environment).map(name -> BranchRef.ofCheckout(name, remotes)));
        if (ref.isPresent()) {
            return ref.get();
        }
        List<String> candidates = remotes.stream()
                .flatMap(remote -> remote.branchesAtHead().stream())
                .distinct()
                .toList();
        if (candidates.size() == 1) {
            return BranchRef.of(candidates.get(0));
        }
        throw new InvalidInputException(
                candidates.isEmpty()
                        ? "No Git branch is set, and the branch of the checkout is unknown. Set the branch in the Git"
                                + " settings."
                        : "No Git branch is set, and several branches point to the checked-out commit ("
                                + listed(candidates.stream()) + "). Set the branch in the Git settings.");
    }

    /**
     * Returns the value of {@code GIT_BRANCH}, such as {@code main} or {@code origin/main}. In {@code origin/main},
     * {@code origin} is the name of a remote.
     */
    private static Optional<String> gitBranch(Map<String, String> environment) {
        // The Git plugin sets "detached" for a commit without a branch.
        return present(environment.get("GIT_BRANCH")).filter(Predicate.not("detached"::equals));
    }

    /** Joins names, and escapes line breaks, because the names can come from an agent. */
    private static String listed(Stream<String> names) {
        return PlainText.oneLine(names.collect(Collectors.joining(", ")), MAX_SHOWN_LENGTH);
    }

    private static Optional<String> present(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(Predicate.not(String::isEmpty));
    }
}
