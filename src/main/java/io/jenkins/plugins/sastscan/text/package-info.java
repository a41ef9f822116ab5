/** What comes from outside: how it is refused at the door, and how it is shown to people. */
package io.jenkins.plugins.sastscan.text;
