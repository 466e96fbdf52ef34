/** The same commands on several of the user's nodes. */
package io.corebound.app.nodes;
