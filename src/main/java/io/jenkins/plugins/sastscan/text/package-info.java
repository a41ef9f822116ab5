/** Rejects invalid input, and formats text and numbers for users. */
package io.jenkins.plugins.sastscan.text;
