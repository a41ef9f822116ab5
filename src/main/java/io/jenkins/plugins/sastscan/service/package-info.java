/**
 * The client of the SAST server: see {@link io.jenkins.plugins.sastscan.service.SastService}. It does not use classes
 * of Jenkins. {@code docs/service.md} describes the protocol and cites its sources.
 */
package io.jenkins.plugins.sastscan.service;
