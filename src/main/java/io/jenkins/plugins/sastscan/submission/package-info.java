/**
 * Submits to a project: archive, upload, Git settings, forced scan. Independent of Jenkins. Archiver and Uploader are
 * interfaces, because they can work on another machine.
 */
package io.jenkins.plugins.sastscan.submission;
