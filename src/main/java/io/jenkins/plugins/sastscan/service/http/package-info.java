/**
 * Makes calls to the SAST server. This package handles request bodies, access tokens, retries, time limits and response
 * checks.
 *
 * <p>Only the package {@code service} uses this package. This package uses the value classes of {@code service}, but
 * not {@code SastService}. {@link io.jenkins.plugins.sastscan.service.http.HttpCalls} is the entry point. An upload
 * from an agent uses {@link io.jenkins.plugins.sastscan.service.http.SocketAttempt}, which needs only the JDK.
 */
package io.jenkins.plugins.sastscan.service.http;
