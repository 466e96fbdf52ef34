/** What changes would bring to a job that ran, each with its gain and how sure that is. */
package io.corebound.analysis.explain.change;
