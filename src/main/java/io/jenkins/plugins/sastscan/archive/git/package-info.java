/** Reads which files Git selects in a directory. */
package io.jenkins.plugins.sastscan.archive.git;
