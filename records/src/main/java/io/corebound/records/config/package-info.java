/** The files of {@code configs/}: one record a kind of file. */
package io.corebound.records.config;
