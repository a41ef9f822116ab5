/** Lists, opens and names the files below a directory, and guards against links that replace directories meanwhile. */
package io.jenkins.plugins.sastscan.archive.files;
