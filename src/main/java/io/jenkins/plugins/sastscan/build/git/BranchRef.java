package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Converts branch names to full refs, such as {@code refs/heads/main}, which the SAST server expects. See
 * {@code docs/service.md}.
 */
public final class BranchRef {
    private static final int MAX_LENGTH = 1_000;
    private static final String HEADS = "refs/heads/";
    private static final String TAGS = "refs/tags/";
    private static final String REMOTES = "refs/remotes/";

    /** Branches in the checkout of a change request, such as {@code PR-7-merge} or {@code pull/7/head}. */
    private static final Pattern CHANGE_REQUEST = Pattern.compile("(refs/)?(pull|pull-requests|merge-requests)/\\d+/.+"
            + "|(refs/)?changes/\\d+/\\d+/\\d+|pr/\\d+(/(head|merge))?|(PR|MR)-\\d+(-(head|merge))?");

    /** Character sequences that {@code git check-ref-format} rejects in refs. */
    private static final Pattern MALFORMED =
            Pattern.compile("[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|\\.$|/$|^/|^\\.|^-|^@$");

    private BranchRef() {}

    /**
     * Returns the full ref for a name such as {@code main}, {@code feature/x}, {@code refs/heads/main} or
     * {@code refs/tags/v1}.
     *
     * @throws InvalidInputException if the name is empty or invalid
     */
    public static String of(String name) {
        String trimmed = name == null ? "" : name.strip();
        if (trimmed.isEmpty()) {
            throw new InvalidInputException("The Git branch is empty. Enter a branch, such as main.");
        }
        if (shortName(trimmed).length() > MAX_LENGTH) {
            throw new InvalidInputException(
                    "The Git branch is longer than " + MAX_LENGTH + " characters. Enter the name of a branch.");
        }
        if (MALFORMED.matcher(trimmed).find() || trimmed.equals("HEAD")) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is not a valid Git branch. Use a name such as main or refs/heads/main.");
        }
        if (trimmed.startsWith(REMOTES)) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is a remote-tracking branch. Use the branch itself, such as refs/heads/main.");
        }
        if (trimmed.startsWith(HEADS) || trimmed.startsWith(TAGS)) {
            return trimmed;
        }
        if (trimmed.startsWith("refs/")) {
            throw new InvalidInputException(PlainText.quoted(trimmed)
                    + " is neither a branch nor a tag. Use a ref such as refs/heads/main or refs/tags/v1.");
        }
        return HEADS + trimmed;
    }

    static String ofTag(String name) {
        return of(name.startsWith(TAGS) ? name : TAGS + name.strip());
    }

    /**
     * For the remote {@code origin}, both {@code origin/main} and {@code refs/remotes/origin/main} become
     * {@code refs/heads/main}. If no remotes are known, this method assumes a remote {@code origin}.
     *
     * @throws InvalidInputException also if the branch belongs to a change request
     */
    static String ofCheckout(String name, List<String> remotes) {
        String tracking = name.startsWith(REMOTES) ? name.substring(REMOTES.length()) : name;
        String branch = (remotes.isEmpty() ? List.of("origin") : remotes)
                .stream()
                        .filter(remote -> tracking.startsWith(remote + "/"))
                        .findFirst()
                        .map(remote -> tracking.substring(remote.length() + 1))
                        .orElse(tracking.equals(name) ? name : tracking.replaceFirst("^[^/]+/", ""));
        if (CHANGE_REQUEST.matcher(branch).matches()) {
            throw new InvalidInputException(PlainText.quoted(branch)
                    + " seems to be a change request, which the SAST server cannot fetch. Omit the Git settings for"
                    + " change requests. If it is a branch, set the branch to refs/heads/"
                    + PlainText.oneLine(branch, 100)
                    + ".");
        }
        return of(branch);
    }

    /** Treats {@code main} and {@code refs/heads/main} as the same branch. */
    public static boolean same(String one, String other) {
        return shortName(one).equals(shortName(other));
    }

    private static String shortName(String name) {
        String trimmed = name.strip();
        return trimmed.startsWith(HEADS) ? trimmed.substring(HEADS.length()) : trimmed;
    }
}
