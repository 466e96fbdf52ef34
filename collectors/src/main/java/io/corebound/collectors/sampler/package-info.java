/**
 * Tools that watch a host once a second while a job runs. Raw output is on disk before a parser
 * sees it.
 */
package io.corebound.collectors.sampler;
