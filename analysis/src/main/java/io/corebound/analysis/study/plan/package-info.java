/**
 * The capacity plan: what bounds a job on a cluster that is only thought of, what a change of it
 * would bring, and the smallest one that is fast enough. Pure functions over the model.
 */
package io.corebound.analysis.study.plan;
