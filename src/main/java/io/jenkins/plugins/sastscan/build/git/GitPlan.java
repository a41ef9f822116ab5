package io.jenkins.plugins.sastscan.build.git;

import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ResponseValues;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.SastClient.GitRemote;
import io.jenkins.plugins.sastscan.client.ServiceException;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Git settings to write. */
public record GitPlan(GitRemote remote, GitAuthentication authentication) {
    public static GitPlan of(GitUrl url, String branchRef, GitAuthentication authentication) {
        requireMatch(url, authentication);
        return new GitPlan(new GitRemote(url.text(), branchRef), authentication);
    }

    /** SSH keys and SSH URLs are valid only together. An access token requires an https URL. */
    public static void requireMatch(GitUrl url, GitAuthentication authentication) {
        boolean key = authentication.kind() == GitAuthentication.Kind.SSH_KEY;
        boolean token = authentication.kind() == GitAuthentication.Kind.TOKEN;
        if (key != url.ssh() || token && !url.scheme().equals("https")) {
            throw new InvalidInputException(
                    "The Git credentials do not fit the Git URL. An SSH URL (ssh://user@host/path"
                            + " or user@host:path) requires an SSH key, and an SSH key requires an SSH URL. An access token"
                            + " requires an https URL. Change the URL, or select other credentials.");
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
        ResponseValues told;
        try {
            told = service.gitSettings(project, authentication.mask());
        } catch (ServiceException e) {
            throw new IOException(e.getMessage() + " The Git settings were already written.", e);
        }
        String url = told.unmasked("url").filter(text -> !text.isBlank()).orElse(remote.url());
        String branch = told.unmasked("branch").map(String::strip).orElse("");
        told.with("url", GitUrl::shown);
        if (!GitUrl.comparable(url).equals(GitUrl.comparable(remote.url()))
                || !List.of("", remote.branch(), remote.branch().replaceFirst("^refs/heads/", ""))
                        .contains(branch)) {
            throw new IOException("The SAST server accepted the Git settings " + remote.url() + " " + remote.branch()
                    + " of project " + project + ", but returns "
                    + told.text("url").orElse("no URL") + " "
                    + told.text("branch").orElse("and no branch")
                    + ". Check the source location of the project on the SAST server.");
        }
        return told.toMap();
    }
}
