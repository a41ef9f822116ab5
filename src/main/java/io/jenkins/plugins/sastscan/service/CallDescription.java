package io.jenkins.plugins.sastscan.service;

import java.io.Serializable;

/**
 * What a failed call tried.
 *
 * @param operation in words that begin a sentence, such as "Uploading the source archive"
 * @param method the HTTP method
 * @param url the URL without user, query and fragment
 */
public record CallDescription(String operation, String method, String url) implements Serializable {
    private static final long serialVersionUID = 1;
}
