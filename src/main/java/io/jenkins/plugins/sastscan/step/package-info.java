/** The build step and the pipeline steps, and their forms. */
package io.jenkins.plugins.sastscan.step;
