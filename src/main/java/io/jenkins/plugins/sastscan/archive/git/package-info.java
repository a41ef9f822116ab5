/** Lists the files that Git selects in a directory. */
package io.jenkins.plugins.sastscan.archive.git;
