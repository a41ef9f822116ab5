package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Determines the URL and the branch of a repository. The step takes precedence, then the environment of the build, then
 * its checkouts. If credentials are sent, no variable can set the URL, because it decides who receives a secret.
 */
public final class GitDefaults {
    private static final int MAX_SHOWN_LENGTH = 300;

    private static final String URL = "GIT_URL";

    private GitDefaults() {}

    /**
     * @param given the URL in the step; can be blank
     * @param secret true if credentials are sent; then {@code given} must not be expanded
     * @param environment the environment variables of the build; blank variables count as missing
     */
    public static GitUrl url(String given, boolean secret, Map<String, String> environment, List<Checkout> checkouts) {
        if (present(given).isPresent()) {
            if (secret) {
                refuseExpression(given);
            }
            return GitUrl.given(given);
        }
        if (!secret && present(environment.get(URL)).isPresent()) {
            return GitUrl.found(environment.get(URL), "the variable " + URL);
        }
        List<String> urls = new ArrayList<>();
        for (Checkout checkout : checkouts) {
            for (String url : checkout.urls()) {
                if (urls.stream().noneMatch(known -> GitUrl.same(known, url))) {
                    urls.add(url);
                }
            }
        }
        if (urls.isEmpty()) {
            throw new InvalidInputException("No Git URL is set, and this build has not checked out a Git repository"
                    + " into its workspace with a step such as checkout. Set the URL in the Git settings.");
        }
        if (urls.size() > 1) {
            throw new InvalidInputException("No Git URL is set, and this build has checked out several repositories ("
                    + listed(urls.stream().map(GitUrl::shown)) + "). Set the URL in the Git settings.");
        }
        if (urls.get(0).contains("$")) {
            throw new InvalidInputException("No Git URL is set, and the URL of the checkout contains an expression."
                    + " Set the URL in the Git settings.");
        }
        return GitUrl.found(urls.get(0), origin(secret, environment, checkouts));
    }

    /** Returns where the URL comes from that {@link #url} has returned as the default, as a phrase. */
    public static String origin(boolean secret, Map<String, String> environment, List<Checkout> checkouts) {
        return !secret && present(environment.get(URL)).isPresent()
                ? "the variable " + URL
                : "the checkout in " + PlainText.oneLine(checkouts.get(0).directory(), MAX_SHOWN_LENGTH);
    }

    /** Rejects a URL with an expression, because a variable must not decide who receives a secret. */
    public static void refuseExpression(String url) {
        if (url.contains("$")) {
            throw new InvalidInputException("The Git URL contains an expression, which could send the credentials"
                    + " anywhere. Enter the complete URL, or remove the credentials.");
        }
    }

    /** Returns the full ref of the branch. Only checkouts with this URL count. */
    public static String branch(String given, GitUrl url, Map<String, String> environment, List<Checkout> checkouts) {
        if (present(given).isPresent()) {
            return BranchRef.of(given);
        }
        if (present(environment.get("CHANGE_ID")).isPresent()) {
            throw new InvalidInputException(
                    "This is a build of a change request, whose branch the SAST server cannot fetch."
                            + " Set the branch in the Git settings, or omit them for change requests.");
        }
        List<String> remotes =
                checkouts.stream().flatMap(each -> each.remotes().stream()).toList();
        Optional<String> ref = present(environment.get("TAG_NAME"))
                .map(BranchRef::ofTag)
                .or(() -> present(environment.get("BRANCH_NAME")).map(BranchRef::of))
                .or(() -> branch(environment.get("GIT_BRANCH")).map(name -> BranchRef.ofCheckout(name, remotes)));
        if (ref.isPresent()) {
            return ref.get();
        }
        List<String> candidates = checkouts.stream()
                .filter(each -> each.urls().stream().anyMatch(known -> GitUrl.same(known, url.text())))
                .flatMap(each -> branch(each.branch()).map(name -> BranchRef.ofCheckout(name, each.remotes())).stream())
                .distinct()
                .toList();
        if (candidates.size() == 1) {
            return candidates.get(0);
        }
        throw new InvalidInputException(
                candidates.isEmpty()
                        ? "No Git branch is set, and the branch of the checkout is unknown. Set the branch in the Git"
                                + " settings."
                        : "No Git branch is set, and this build has checked out several branches ("
                                + listed(candidates.stream()) + "). Set the branch in the Git settings.");
    }

    /** The Git plugin uses the name "detached" for a commit without a branch. */
    private static Optional<String> branch(String name) {
        return present(name).filter(Predicate.not("detached"::equals));
    }

    /** Joins names, and escapes line breaks, because the names can contain anything. */
    private static String listed(Stream<String> names) {
        return PlainText.oneLine(names.collect(Collectors.joining(", ")), MAX_SHOWN_LENGTH);
    }

    private static Optional<String> present(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(Predicate.not(String::isEmpty));
    }
}
