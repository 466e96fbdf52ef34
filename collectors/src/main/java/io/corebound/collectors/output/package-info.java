/** What tools print, read with every gap counted. */
package io.corebound.collectors.output;
