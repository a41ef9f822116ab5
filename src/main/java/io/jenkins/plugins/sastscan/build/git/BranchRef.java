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
    private static final String HEADS = "refs/heads/";

    /** Branches in the checkout of a change request, such as {@code PR-7-merge} or {@code pull/7/head}. */
    private static final Pattern CHANGE_REQUEST = Pattern.compile("(refs/)?(pull|pull-requests|merge-requests)/\\d+/.+"
            + "|(refs/)?changes/\\d+/\\d+/\\d+|pr/\\d+(/(head|merge))?|(PR|MR)-\\d+(-(head|merge))?");

    /** More than 1,000 characters after {@code refs/heads/}, and what {@code git check-ref-format} rejects in refs. */
    private static final Pattern MALFORMED = Pattern.compile("^.{1012}"
            + "|[\\x00-\\x20\\x7f~^:?*\\[\\\\]|\\.\\.|@\\{|//|/\\.|\\.lock(/|$)|\\.$|/$|^/|^\\.|^-|^@$|^HEAD$");

    private BranchRef() {}

    /**
     * Returns the full ref for a name such as {@code main}, {@code feature/x}, {@code refs/heads/main} or
     * {@code refs/tags/v1}.
     *
     * @throws InvalidInputException if the name is empty or invalid
     */
    public static String of(String name) {
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
    static String ofCheckout(String name, List<String> remotes) {
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
        return of(branch);
    }
}
