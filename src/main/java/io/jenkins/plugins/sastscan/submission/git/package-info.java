/** The Git settings that a submission writes to a project, with the checks of URL, branch and key. */
package io.jenkins.plugins.sastscan.submission.git;
