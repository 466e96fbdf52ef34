/** The one strict reader and writer of YAML, JSON and CSV. */
package io.corebound.records.format;
