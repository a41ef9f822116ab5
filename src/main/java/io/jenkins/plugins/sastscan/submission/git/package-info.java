/** The Git settings that a submission writes to a project: URL, branch and key are checked here. */
package io.jenkins.plugins.sastscan.submission.git;
