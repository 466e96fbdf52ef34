/** How fast a transport carries messages of any size, between two processes. */
package io.corebound.memory.pingpong;
