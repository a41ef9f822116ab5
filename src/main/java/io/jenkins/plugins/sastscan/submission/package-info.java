/**
 * Submissions to a project: archive, upload, Git settings and forced scan. This package does not depend on Jenkins.
 * Archiver and Uploader are interfaces, because their implementations can work on another machine.
 */
package io.jenkins.plugins.sastscan.submission;
