/**
 * The client of the SAST server. {@link io.jenkins.plugins.sastscan.service.SastService} has the operations; the other
 * classes are their values, settings, authentication and failures.
 *
 * <p>Nothing here imports Jenkins. How a call is made is in the package {@code http}, which only this package uses. The
 * facts of the protocol and their sources are in {@code docs/service.md}.
 */
package io.jenkins.plugins.sastscan.service;
