/** Names, lists and opens the files below a directory, without following links that replace directories meanwhile. */
package io.jenkins.plugins.sastscan.archive.files;
