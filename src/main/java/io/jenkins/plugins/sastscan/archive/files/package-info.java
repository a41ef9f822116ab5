/** Names, lists and opens the files below a directory. A link that replaces a directory meanwhile leads nowhere. */
package io.jenkins.plugins.sastscan.archive.files;
