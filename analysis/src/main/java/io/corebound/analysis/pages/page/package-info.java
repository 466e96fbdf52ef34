/**
 * A page for people as data, the sentences on it, and its layout as HTML, Markdown and text. A
 * renderer computes nothing.
 */
package io.corebound.analysis.pages.page;
