/**
 * Submits to a project: archive, upload, Git settings, forced scan. Independent of Jenkins. Archiver and Uploader are
 * interfaces, because their implementations can work on another machine.
 */
package io.jenkins.plugins.sastscan.submission;
