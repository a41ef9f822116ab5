/** Walks a directory and visits the files that patterns, links and Git select. */
package io.jenkins.plugins.sastscan.archive.select;
