/** Pictures of what pruning did: kept patches and heat maps over the original picture. No fonts. */
package io.qcpruner.model.picture;
