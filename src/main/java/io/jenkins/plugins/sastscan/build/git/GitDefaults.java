package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.io.IOException;
import java.util.ArrayList;
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
    private static final String HEADS = "refs/heads/";

    /** Branches in the checkout of a change request, such as {@code PR-7-merge} or {@code pull/7/head}. */
    private static final Pattern CHANGE_REQUEST = Pattern.compile("(refs/)?(pull|pull-requests|merge-requests)/\\d+/.+"
            + "|(refs/)?changes/\\d+/\\d+/\\d+|pr/\\d+(/(head|merge))?|(PR|MR)-\\d+(-(head|merge))?");

    /** Refs that are neither branches nor tags, and what {@code git check-ref-format} rejects. */
    private static final Pattern MALFORMED = Pattern.compile("^$|^.{1012}|^refs/(?!(heads|tags)/)"
            + "|[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|\\.$|/$|^/|^\\.|^-|^@$|^HEAD$");

    private GitDefaults() {}

    public record GitPlan(GitRemote remote, GitAuthentication authentication) {
        /** SSH keys and SSH URLs are valid only together. An access token requires an https URL. */
        public static void requireMatch(GitUrl url, GitAuthentication authentication) {
            boolean key = authentication.kind() == GitAuthentication.Kind.SSH_KEY;
            boolean token = authentication.kind() == GitAuthentication.Kind.TOKEN;
            if (key != url.scheme().equals("ssh") || token && !url.scheme().equals("https")) {
                throw new InvalidInputException(
                        "The Git credentials do not fit the Git URL. An SSH URL (ssh://user@host/path"
                                + " or user@host:path) requires an SSH key, and an SSH key requires an SSH URL. An access token"
                                + " requires an https URL. Change the URL, or select other credentials.");
            }
        }

        /** Returns what the step {@code sastGitSettings} returns. Fails if the SAST server has different settings. */
        public Map<String, Object> readBack(SastClient service, ProjectId project)
                throws IOException, InterruptedException {
            ResponseValues told = service.gitSettings(project, authentication.mask());
            String url = told.unmasked("url").filter(text -> !text.isBlank()).orElse(remote.url());
            String branch = told.unmasked("branch").map(String::strip).orElse("");
            told.with("url", GitUrl::shown);
            if (!GitUrl.comparable(url).equals(GitUrl.comparable(remote.url()))
                    || !List.of("", remote.branch(), remote.branch().replaceFirst("^refs/heads/", ""))
                            .contains(branch)) {
                throw new IOException(
                        "The SAST server accepted the Git settings " + remote.url() + " " + remote.branch()
                                + " of project " + project + ", but returns "
                                + told.text("url").orElse("no URL") + " "
                                + told.text("branch").orElse("and no branch")
                                + ". Check the source location of the project on the SAST server.");
            }
            return told.toMap();
        }
    }

    /** A Git checkout that a build made into a workspace of its own. Stored with the build. */
    public static final class Checkout {
        final List<String> urls;
        final List<String> remotes;
        final String branch;
        private final String commit;

        /**
         * @param urls as configured, with expressions such as {@code $HOST}; secrets are removed
         * @param branch such as {@code origin/main}; can be null, as the commit can
         */
        public Checkout(List<String> urls, List<String> remotes, String branch, String commit) {
            this.urls =
                    new ArrayList<>(urls.stream().map(GitUrl::withoutSecrets).toList());
            this.remotes = new ArrayList<>(remotes);
            this.branch = branch;
            this.commit = commit;
        }

        public String summary() {
            return commit + " " + String.join(" ", urls);
        }
    }

    /**
     * @param secret true if credentials are sent; then {@code given} must not be expanded
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
        String url = variable.orElseGet(() -> only("URL", "repository", urls.values()));
        log.accept("Git URL " + GitUrl.shown(url) + " from "
                + (variable.isPresent() ? "the variable GIT_URL" : "the checkout of this build"));
        if (variable.isEmpty()) {
            refuseExpression(url);
        }
        return GitUrl.given(GitUrl.withoutSecrets(url));
    }

    /** Rejects a URL with an expression, because a variable must not decide who receives a secret. */
    public static void refuseExpression(String url) {
        if (url.contains("$")) {
            throw new InvalidInputException("The Git URL contains an expression, which could send the credentials"
                    + " anywhere. Enter the complete URL in the Git settings, or remove the credentials.");
        }
    }

    /** Returns the full ref of the branch. Only checkouts with this URL count. */
    public static String branch(String given, GitUrl url, Map<String, String> environment, List<Checkout> checkouts) {
        if (present(given).isPresent()) {
            return ref(given);
        }
        if (present(environment.get("CHANGE_ID")).isPresent()) {
            throw changeRequest(environment.get("CHANGE_ID"));
        }
        List<String> remotes =
                checkouts.stream().flatMap(each -> each.remotes.stream()).toList();
        return present(environment.get("TAG_NAME"))
                .map(tag -> ref("refs/tags/" + tag))
                .or(() -> present(environment.get("BRANCH_NAME")).map(GitDefaults::ref))
                .or(() -> attached(environment.get("GIT_BRANCH")).map(name -> refOfCheckout(name, remotes)))
                .orElseGet(() -> only(
                        "branch",
                        "branch of this repository",
                        checkouts.stream()
                                .filter(each -> each.urls.stream()
                                        .anyMatch(known ->
                                                GitUrl.comparable(known).equals(GitUrl.comparable(url.text()))))
                                .flatMap(each ->
                                        attached(each.branch).map(name -> refOfCheckout(name, each.remotes)).stream())
                                .distinct()
                                .toList()));
    }

    /**
     * Returns the full ref for a name such as {@code main}, {@code feature/x}, {@code refs/heads/main} or
     * {@code refs/tags/v1}.
     */
    public static String ref(String name) {
        String trimmed = name.strip();
        if (MALFORMED.matcher(trimmed).find()) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is not a valid Git branch. Use a branch or a tag, such as main, refs/heads/main or"
                    + " refs/tags/v1.");
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
            throw changeRequest(branch);
        }
        return ref(branch);
    }

    private static InvalidInputException changeRequest(String name) {
        return new InvalidInputException("This seems to be a build of the change request " + PlainText.quoted(name)
                + ", which the SAST server cannot fetch. Omit the Git settings for change requests. If it is a branch,"
                + " set the branch to " + HEADS + PlainText.oneLine(name, 100) + ".");
    }

    /** The Git plugin uses the name "detached" for a commit without a branch. */
    private static Optional<String> attached(String name) {
        return present(name).filter(Predicate.not("detached"::equals));
    }

    private static String only(String what, String one, Collection<String> found) {
        if (found.size() == 1) {
            return found.iterator().next();
        }
        String names = PlainText.oneLine(String.join(", ", found));
        throw new InvalidInputException("No Git " + what + " is set, and this build has "
                + (found.isEmpty()
                        ? "not checked out a Git " + one + " into its workspace"
                        : "checked out several (" + names + ")")
                + ". Set the " + what + " in the Git settings.");
    }

    private static Optional<String> present(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(Predicate.not(String::isEmpty));
    }
}
