/** Selects files of a directory and archives them as a zip file. Independent of Jenkins and of the SAST server. */
package io.jenkins.plugins.sastscan.archive;
