package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Determines the URL and the branch of a repository. The step takes precedence, then the environment of the build, then
 * its checkouts. If credentials are sent, no variable can set the URL, because it decides who receives a secret.
 */
public final class GitDefaults {
    private static final int MAX_SHOWN_LENGTH = 300;

    private GitDefaults() {}

    /**
     * @param given the URL in the step; can be blank
     * @param secret true if credentials are sent; then {@code given} must not be expanded
     * @param environment the environment variables of the build; blank variables count as missing
     * @param log receives where the URL comes from, if the step does not have it
     */
    public static GitUrl url(
            String given,
            boolean secret,
            Map<String, String> environment,
            List<Checkout> checkouts,
            Consumer<String> log) {
        if (present(given).isPresent()) {
            if (secret) {
                refuseExpression(given);
            }
            return GitUrl.given(given);
        }
        Optional<String> variable = present(environment.get("GIT_URL")).filter(url -> !secret);
        Map<Object, String> urls = new LinkedHashMap<>();
        checkouts.forEach(checkout -> checkout.urls.forEach(url -> urls.putIfAbsent(GitUrl.comparable(url), url)));
        String url = variable.orElseGet(() -> only("URL", "repository", "repositories", urls.values()));
        log.accept("Git URL " + GitUrl.shown(url) + " from "
                + (variable.isPresent() ? "the variable GIT_URL" : "the checkout in " + checkouts.get(0).directory));
        if (variable.isEmpty() && url.contains("$")) {
            throw missing("URL", "the URL of the checkout contains an expression");
        }
        return GitUrl.given(GitUrl.withoutSecrets(url));
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
                checkouts.stream().flatMap(each -> each.remotes.stream()).toList();
        return present(environment.get("TAG_NAME"))
                .map(tag -> BranchRef.of("refs/tags/" + tag))
                .or(() -> present(environment.get("BRANCH_NAME")).map(BranchRef::of))
                .or(() -> attached(environment.get("GIT_BRANCH")).map(name -> BranchRef.ofCheckout(name, remotes)))
                .orElseGet(() -> only("branch", "branch of this repository", "branches", branches(url, checkouts)));
    }

    private static List<String> branches(GitUrl url, List<Checkout> checkouts) {
        return checkouts.stream()
                .filter(each -> each.urls.stream().anyMatch(known -> GitUrl.same(known, url.text())))
                .flatMap(each -> attached(each.branch).map(name -> BranchRef.ofCheckout(name, each.remotes)).stream())
                .distinct()
                .toList();
    }

    /** The Git plugin uses the name "detached" for a commit without a branch. */
    private static Optional<String> attached(String name) {
        return present(name).filter(Predicate.not("detached"::equals));
    }

    private static String only(String what, String one, String several, Collection<String> found) {
        if (found.isEmpty()) {
            throw missing(
                    what,
                    "this build has not checked out a Git " + one + " into its workspace with a step such as checkout");
        }
        if (found.size() > 1) {
            String names = PlainText.oneLine(String.join(", ", found), MAX_SHOWN_LENGTH);
            throw missing(what, "this build has checked out several " + several + " (" + names + ")");
        }
        return found.iterator().next();
    }

    private static InvalidInputException missing(String what, String why) {
        return new InvalidInputException(
                "No Git " + what + " is set, and " + why + ". Set the " + what + " in the Git settings.");
    }

    private static Optional<String> present(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(Predicate.not(String::isEmpty));
    }
}
