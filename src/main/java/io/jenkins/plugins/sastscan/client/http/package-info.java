/**
 * Makes calls to the SAST server. Only the package {@code service} uses this package.
 *
 * <p>{@link io.jenkins.plugins.sastscan.client.http.HttpCalls} is the entry point. An upload from an agent uses
 * {@link io.jenkins.plugins.sastscan.client.http.AgentUpload}, which needs only the JDK.
 */
package io.jenkins.plugins.sastscan.client.http;
