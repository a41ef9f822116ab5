/**
 * Submits a project: archive, upload, Git settings, forced scan. Independent of Jenkins: archiver, uploader and service
 * are interfaces, so that they can work on another machine.
 */
package io.jenkins.plugins.sastscan.submission;
