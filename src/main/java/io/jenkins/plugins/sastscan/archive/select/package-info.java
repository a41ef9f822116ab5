/** Walks a directory and visits the files that the patterns and Git select, including files behind links. */
package io.jenkins.plugins.sastscan.archive.select;
