/**
 * The client of the SAST server. {@link io.jenkins.plugins.sastscan.service.SastService} has the operations. The other
 * classes contain values, settings, authentication and failures.
 *
 * <p>No class in this package uses classes of Jenkins. The package {@code http} makes the calls. Only this package uses
 * {@code http}. {@code docs/service.md} describes the protocol and cites the sources of this description.
 */
package io.jenkins.plugins.sastscan.service;
