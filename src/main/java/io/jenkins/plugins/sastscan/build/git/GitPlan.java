package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.GitRemote;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The Git settings to write. */
public record GitPlan(GitRemote remote, GitAuthentication authentication) {
    public static GitPlan of(GitUrl url, String branchRef, GitAuthentication authentication) {
        requireMatch(url, authentication);
        return new GitPlan(new GitRemote(url.text(), BranchRef.of(branchRef)), authentication);
    }

    /** SSH keys and SSH URLs are valid only together. An access token requires an https URL. */
    public static void requireMatch(GitUrl url, GitAuthentication authentication) {
        if (authentication.kind() == GitAuthentication.Kind.SSH_KEY) {
            if (!url.ssh()) {
                throw new InvalidInputException("The credentials are an SSH key, but the Git URL is not an SSH URL. Use"
                        + " ssh://user@host/path or user@host:path, or select other credentials.");
            }
        } else if (url.ssh()) {
            throw new InvalidInputException("The Git URL is an SSH URL, which requires an SSH key as credentials."
                    + " Select an SSH key, or use an https URL.");
        } else if (authentication.kind() == GitAuthentication.Kind.TOKEN
                && !url.scheme().equals("https")) {
            throw new InvalidInputException("The credentials are an access token, which requires an https URL."
                    + " Use an https URL, or select other credentials.");
        }
    }

    public void write(SastClient service, ProjectId project) throws ServiceException, InterruptedException {
        if (authentication.kind() == GitAuthentication.Kind.SSH_KEY) {
            service.writeGitSshSettings(project, remote, Optional.of(authentication.secret()));
        } else {
            service.writeGitSettings(project, remote, authentication);
        }
    }

    /**
     * @return the settings that the SAST server returns; the map has the same keys as the result of the step
     *     {@code sastGitSettings}
     * @throws IOException if reading fails, or if the SAST server returns different settings; the message is for users
     */
    public Map<String, Object> readBack(SastClient service, ProjectId project)
            throws IOException, InterruptedException {
        String url = remote.url();
        String branch = remote.branch();
        ResponseValues told = settings(service, project);
        Map<String, Object> readBack = told.with("url", GitUrl::shown).toMap();
        List<Object> differences = new ArrayList<>();
        if (told.unmasked("url")
                .filter(held -> !held.isBlank() && !GitUrl.same(held, url))
                .isPresent()) {
            differences.add(readBack.get("url"));
        }
        if (told.unmasked("branch")
                .filter(held -> !held.isBlank() && !BranchRef.same(held, branch))
                .isPresent()) {
            differences.add(readBack.get("branch"));
        }
        if (!differences.isEmpty()) {
            throw new IOException(
                    "The SAST server accepted the Git settings " + url + " " + branch + " of project " + project
                            + ", but returns "
                            + differences.stream().map(Object::toString).collect(Collectors.joining(" "))
                            + ". Check the source location of the project on the SAST server.");
        }
        return readBack;
    }

    private ResponseValues settings(SastClient service, ProjectId project) throws IOException, InterruptedException {
        try {
            return service.gitSettings(project, authentication.mask());
        } catch (ServiceException e) {
            // Not rethrown as it is: a status such as 403 would mean that the Git settings were refused.
            throw new IOException(e.getMessage() + " The Git settings were already written.", e);
        }
    }
}
