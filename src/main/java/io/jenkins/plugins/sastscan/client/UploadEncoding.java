package io.jenkins.plugins.sastscan.client;

/** The encoding of files in request bodies (operations 4 and 8). */
public enum UploadEncoding {
    /**
     * {@code application/x-www-form-urlencoded}, which the contract specifies. The body is about 2.5 times as large as
     * the file.
     */
    FORM,
    /** {@code multipart/form-data}, which many SAST servers require. */
    MULTIPART
}
