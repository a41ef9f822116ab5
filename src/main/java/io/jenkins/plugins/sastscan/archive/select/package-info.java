/** Patterns, links and the walk that visits the selected files of a directory. */
package io.jenkins.plugins.sastscan.archive.select;
