/**
 * The REST service in Java: its operations, the values they take and answer, authentication and failures.
 *
 * <p>Nothing here knows Jenkins. The facts of the protocol and their sources are in {@code docs/service.md}.
 */
package io.jenkins.plugins.sastscan.service;
