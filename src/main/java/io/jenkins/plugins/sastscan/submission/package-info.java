/**
 * The job itself: archive, upload, Git settings, force scan, and what came of them.
 *
 * <p>Nothing here knows Jenkins; archiver, uploader and service are interfaces, so that the first two can work elsewhere.
 */
package io.jenkins.plugins.sastscan.submission;
