/**
 * The client of the SAST server: see {@link io.jenkins.plugins.sastscan.client.SastClient}. It does not use classes
 * of Jenkins. {@code docs/service.md} describes the protocol and cites its sources.
 */
package io.jenkins.plugins.sastscan.client;
