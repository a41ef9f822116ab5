/** Compresses files and writes them to a zip file. */
package io.jenkins.plugins.sastscan.archive.zip;
