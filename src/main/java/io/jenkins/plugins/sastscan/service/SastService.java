package io.jenkins.plugins.sastscan.service;

import java.io.IOException;
import java.util.Optional;

/**
 * The eight operations of the service. Each call blocks until the service has answered, the call has failed or its
 * deadline is over; an interrupt cancels it at once, whatever it is blocked in.
 *
 * <p>Every operation refuses a project id that is not positive with an
 * {@link io.jenkins.plugins.sastscan.text.InvalidInputException} before anything is sent. The facts of the protocol and
 * their sources are in {@code docs/service.md}.
 */
public interface SastService {
    /** Reads the server's license data (operation 1). */
    LicenseData license() throws ServiceException, InterruptedException;

    /** Reads the branching status of a project (operation 2); an answer without a body has no values. */
    BranchingStatus branchingStatus(long projectId) throws ServiceException, InterruptedException;

    /** Looks up a query's id and version code (operation 3). */
    QueryVersion query(QueryKey key) throws ServiceException, InterruptedException;

    /**
     * Attaches a zip archive to a project (operation 4), streamed from the file with constant memory. The file must stay
     * as it is until the call returns: one that changes meanwhile fails the upload.
     *
     * @param archive its path
     * @param size its bytes
     * @param encodedSize its bytes when it is percent-encoded; of no meaning for other encodings
     * @throws UnreadableFileException if the archive cannot be read, or is not of that size or changes while it is sent
     */
    void upload(long projectId, String archive, long size, long encodedSize, ByteProgress progress)
            throws ServiceException, InterruptedException;

    /**
     * Attaches a zip archive of another machine (operation 4). Only the attempts are made on that machine; retries, tokens
     * and what an answer means are decided here.
     *
     * @throws IOException as an upload from here, or as the sender failed
     */
    void upload(long projectId, String archive, long size, long encodedSize, UploadAttempt.Sender sender)
            throws IOException, InterruptedException;

    /** Excludes the project's next scheduled scan from the "no code changes" detection (operation 5); starts no scan. */
    void forceScan(long projectId) throws ServiceException, InterruptedException;

    /** Reads the Git settings of a project (operation 6); the service gives no credentials back. */
    ProjectGitSettings gitSettings(long projectId) throws ServiceException, InterruptedException;

    /** Writes the Git settings of a project (operation 7). */
    void writeGitSettings(long projectId, GitRemote remote, GitAuthentication authentication)
            throws ServiceException, InterruptedException;

    /** Writes the Git settings of a project for SSH (operation 8), with the private key if there is one. */
    void writeGitSshSettings(long projectId, GitRemote remote, Optional<SecretText> privateKey)
            throws ServiceException, InterruptedException;

    /**
     * Proves the access token by a cheap read (operation 6) before a long upload. Fails if the service refuses the token
     * (after one renewal), does not find the project (404), gives no answer, or answers as no such service does; any other
     * refusal is left to the operation that matters.
     *
     * @return whether the token was accepted; false if the refusal of the read leaves that open
     */
    boolean proveToken(long projectId) throws ServiceException, InterruptedException;
}
