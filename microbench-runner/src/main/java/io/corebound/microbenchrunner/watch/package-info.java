/** What other programs took while something was measured. */
package io.corebound.microbenchrunner.watch;
