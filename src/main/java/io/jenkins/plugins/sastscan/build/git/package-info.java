/** The Git settings that a submission writes to a project. Checks the URL, the branch and the SSH key. */
package io.jenkins.plugins.sastscan.build.git;
