/** Lists, opens and names the files below a directory. Guards against links that replace directories during a walk. */
package io.jenkins.plugins.sastscan.archive.files;
