package io.jenkins.plugins.sastscan.service;

/** How a file travels in a request (operations 4 and 8). */
public enum UploadEncoding {
    /** {@code application/x-www-form-urlencoded}, as the contract says: about 2.5 bytes a byte of the file. */
    FORM,
    /** {@code multipart/form-data}, which servers in the field are seen to want: the file as it is. */
    MULTIPART
}
