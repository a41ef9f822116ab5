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
import java.util.regex.Pattern;

/**
 * Determines the URL and the branch of a repository. The step takes precedence, then the environment of the build, then
 * its checkouts. If credentials are sent, no variable can set the URL, because it decides who receives a secret.
 */
public final class GitDefaults {
    private static final int MAX_SHOWN_LENGTH = 300;
    private static final String HEADS = "refs/heads/";

    /** Branches in the checkout of a change request, such as {@code PR-7-merge} or {@code pull/7/head}. */
    private static final Pattern CHANGE_REQUEST = Pattern.compile("(refs/)?(pull|pull-requests|merge-requests)/\\d+/.+"
            + "|(refs/)?changes/\\d+/\\d+/\\d+|pr/\\d+(/(head|merge))?|(PR|MR)-\\d+(-(head|merge))?");

    /** More than 1,000 characters after {@code refs/heads/}, and what {@code git check-ref-format} rejects in refs. */
    private static final Pattern MALFORMED = Pattern.compile("^.{1012}"
            + "|[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|\\.$|/$|^/|^\\.|^-|^@$|^HEAD$");

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
            return ref(given);
        }
        if (present(environment.get("CHANGE_ID")).isPresent()) {
            throw new InvalidInputException(
                    "This is a build of a change request, whose branch the SAST server cannot fetch."
                            + " Set the branch in the Git settings, or omit them for change requests.");
        }
        List<String> remotes =
                checkouts.stream().flatMap(each -> each.remotes.stream()).toList();
        return present(environment.get("TAG_NAME"))
                .map(tag -> ref("refs/tags/" + tag))
                .or(() -> present(environment.get("BRANCH_NAME")).map(GitDefaults::ref))
                .or(() -> attached(environment.get("GIT_BRANCH")).map(name -> refOfCheckout(name, remotes)))
                .orElseGet(() -> only("branch", "branch of this repository", "branches", branches(url, checkouts)));
    }

    /**
     * Returns the full ref for a name such as {@code main}, {@code feature/x}, {@code refs/heads/main} or
     * {@code refs/tags/v1}.
     *
     * @throws InvalidInputException if the name is empty or invalid
     */
    public static String ref(String name) {
        String trimmed = name.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git branch is empty. Enter a branch, such as main.");
        }
        if (MALFORMED.matcher(trimmed).find()) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is not a valid Git branch. Use a name such as main or refs/heads/main.");
        }
        if (trimmed.matches("refs/(?!(heads|tags)/).*")) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is neither a branch nor a tag. Use a ref such as refs/heads/main or refs/tags/v1.");
        }
        return trimmed.startsWith("refs/") ? trimmed : HEADS + trimmed;
    }

    /**
     * For the remote {@code origin}, both {@code origin/main} and {@code refs/remotes/origin/main} become
     * {@code refs/heads/main}. If no remotes are known, this method assumes a remote {@code origin}.
     *
     * @throws InvalidInputException also if the branch belongs to a change request
     */
    private static String refOfCheckout(String name, List<String> remotes) {
        String branch = name.replaceFirst("^refs/remotes/[^/]+/", "");
        for (String remote : remotes.isEmpty() ? List.of("origin") : remotes) {
            branch = name.startsWith(remote + "/") ? name.substring(remote.length() + 1) : branch;
        }
        if (CHANGE_REQUEST.matcher(branch).matches()) {
            throw new InvalidInputException(PlainText.quoted(branch)
                    + " seems to be a change request, which the SAST server cannot fetch. Omit the Git settings for"
                    + " change requests. If it is a branch, set the branch to " + HEADS
                    + PlainText.oneLine(branch, 100) + ".");
        }
        return ref(branch);
    }

    private static List<String> branches(GitUrl url, List<Checkout> checkouts) {
        return checkouts.stream()
                .filter(each -> each.urls.stream()
                        .anyMatch(known -> GitUrl.comparable(known).equals(GitUrl.comparable(url.text()))))
                .flatMap(each -> attached(each.branch).map(name -> refOfCheckout(name, each.remotes)).stream())
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
