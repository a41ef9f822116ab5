/** The build step, the pipeline steps, and their forms. */
package io.jenkins.plugins.sastscan.step;
