package io.jenkins.plugins.sastscan.service;

/** The encoding of files in request bodies (operations 4 and 8). */
public enum UploadEncoding {
    /** {@code application/x-www-form-urlencoded}, as the contract says. The body has about 2.5 times the file size. */
    FORM,
    /** {@code multipart/form-data}, which many SAST servers require. The file is not encoded. */
    MULTIPART
}
