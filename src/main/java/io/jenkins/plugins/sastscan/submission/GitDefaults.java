package io.jenkins.plugins.sastscan.submission;

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
 * Finds URL and branch of a build's repository where nobody named them: first in what the build's environment says of its
 * checkout, then in the checkout itself. Where credentials go along, the URL is no word of an agent or of a parameter.
 */
public final class GitDefaults {
    private static final int LONGEST_SHOWN = 300;

    private GitDefaults() {}

    /**
     * What a build's environment says of its checkout; empty where it says nothing.
     *
     * @param url {@code GIT_URL}
     * @param branchName {@code BRANCH_NAME}, the branch of a multibranch job
     * @param gitBranch {@code GIT_BRANCH}, which may begin with the name of the remote
     * @param tag {@code TAG_NAME}, the tag of a multibranch job
     * @param change {@code CHANGE_ID}: the build is one of a pull request
     */
    public record Environment(
            Optional<String> url,
            Optional<String> branchName,
            Optional<String> gitBranch,
            Optional<String> tag,
            Optional<String> change) {
        /** What the checkout calls the branch of a bare commit. */
        private static final String DETACHED = "detached";

        /** Takes what a build's environment has under these names; a blank value says nothing. */
        public static Environment of(Map<String, String> variables) {
            return new Environment(
                    present(variables.get("GIT_URL")),
                    present(variables.get("BRANCH_NAME")),
                    present(variables.get("GIT_BRANCH")).filter(Predicate.not(DETACHED::equals)),
                    present(variables.get("TAG_NAME")),
                    present(variables.get("CHANGE_ID")));
        }
    }

    /** A remote of a checkout, and the branches of it that are where the checkout is. */
    public record Remote(String name, String url, List<String> branchesAtHead) {
        public Remote {
            branchesAtHead = List.copyOf(branchesAtHead);
        }
    }

    /**
     * The URL to write, without credentials.
     *
     * @param given what the step says; blank for nothing
     * @throws InvalidInputException if what was given or found cannot be used, or nothing was found
     */
    public static GitUrl url(String given, Environment environment, List<Remote> remotes) {
        if (present(given).isPresent()) {
            return GitUrl.given(given);
        }
        if (environment.url().isPresent()) {
            return GitUrl.found(environment.url().get());
        }
        if (remotes.size() == 1) {
            return GitUrl.found(remotes.get(0).url());
        }
        throw new InvalidInputException(
                remotes.isEmpty()
                        ? "No Git URL was given, and the build has no Git checkout to take it from; set the URL in the"
                                + " Git settings."
                        : "No Git URL was given, and the checkout has several remotes ("
                                + listed(remotes.stream().map(Remote::name)) + "); set the URL in the Git settings.");
    }

    /**
     * The URL to write together with credentials. Who decides it decides where a secret goes: whoever wrote the step, or
     * the checkout that Jenkins itself has on record; no parameter, no variable, no agent.
     *
     * @param written what the step says, before any expression in it is replaced; blank for nothing
     * @param recorded the URLs of all checkouts that the controller has on record for the build
     * @throws InvalidInputException if what was written or recorded cannot be used, or does not name one URL
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
                            ? "No Git URL was given for the credentials, and Jenkins has no record of a Git checkout in"
                                    + " this build; set the URL in the Git settings."
                            : "No Git URL was given for the credentials, and this build has checked out several"
                                    + " repositories (" + listed(urls.stream().map(GitUrl::shown))
                                    + "); set the URL in the Git settings.");
        }
        if (isExpression(urls.get(0))) {
            throw new InvalidInputException("No Git URL was given for the credentials, and that of the build's checkout"
                    + " contains an expression; set the URL in the Git settings.");
        }
        return GitUrl.found(urls.get(0));
    }

    /**
     * Refuses a URL that is not known before the build.
     *
     * @throws InvalidInputException if it contains an expression
     */
    public static void refuseExpression(String url) {
        if (isExpression(url)) {
            throw new InvalidInputException("The Git URL contains an expression, which could send the credentials"
                    + " anywhere; write the URL itself, or do without credentials.");
        }
    }

    private static boolean isExpression(String url) {
        return url.contains("$");
    }

    /**
     * The full ref of the branch to write.
     *
     * @param given what the step says; blank for nothing
     * @throws InvalidInputException if what was given or found cannot be used, or nothing was found
     */
    public static String branch(String given, Environment environment, List<Remote> remotes) {
        if (present(given).isPresent()) {
            return BranchRef.of(given);
        }
        if (environment.change().isPresent()) {
            throw new InvalidInputException("This is the build of a pull request, whose branch the server cannot fetch;"
                    + " set the branch in the Git settings, or leave them out for pull requests.");
        }
        if (environment.tag().isPresent()) {
            return BranchRef.ofTag(environment.tag().get());
        }
        if (environment.branchName().isPresent()) {
            return BranchRef.of(environment.branchName().get());
        }
        if (environment.gitBranch().isPresent()) {
            return ofCheckout(environment.gitBranch().get(), remotes);
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
                        ? "No Git branch was given, and the build does not tell which one it has checked out; set the"
                                + " branch in the Git settings."
                        : "No Git branch was given, and several branches are where the checkout is ("
                                + listed(candidates.stream()) + "); set the branch in the Git settings.");
    }

    /** The checkout writes {@code origin/main}; where its remotes are not known, the usual name is taken for one. */
    private static String ofCheckout(String gitBranch, List<Remote> remotes) {
        Stream<String> names =
                remotes.isEmpty() ? Stream.of("origin") : remotes.stream().map(Remote::name);
        return names.filter(
                        name -> gitBranch.startsWith(name + "/") || gitBranch.startsWith("refs/remotes/" + name + "/"))
                .findFirst()
                .map(name -> BranchRef.ofRemoteTracking(gitBranch, name))
                .orElseGet(() -> BranchRef.of(gitBranch));
    }

    /** Names that an agent may have chosen. */
    private static String listed(Stream<String> names) {
        return PlainText.oneLine(names.collect(Collectors.joining(", ")), LONGEST_SHOWN);
    }

    private static Optional<String> present(String text) {
        return Optional.ofNullable(text).map(String::strip).filter(Predicate.not(String::isEmpty));
    }
}
