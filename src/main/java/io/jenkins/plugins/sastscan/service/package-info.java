/**
 * The client of the SAST server. {@link io.jenkins.plugins.sastscan.service.SastService} has the operations; the other
 * classes are their values, settings, authentication and failures.
 *
 * <p>No class in this package imports Jenkins. The package {@code http}, which only this package uses, makes the calls.
 * {@code docs/service.md} describes the protocol and gives the sources.
 */
package io.jenkins.plugins.sastscan.service;
