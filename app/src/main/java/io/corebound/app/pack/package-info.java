/** corebound as one file, for machines that have neither Maven nor a network. */
package io.corebound.app.pack;
