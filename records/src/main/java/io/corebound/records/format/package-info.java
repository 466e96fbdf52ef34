/**
 * The one strict reader and writer of YAML, JSON and CSV. A reader of a file sees all of it or
 * none.
 */
package io.corebound.records.format;
