import { proofOfResources, type ServiceBooks } from '@open-banking/database';
import { BooksDisagree, changesOf } from './feed-step.js';
import { readByIndex } from './feed.statements.js';
import type { FeedTarget } from './feed-target.js';
import { RowChanges } from './row-changes.js';

/**
 * Keeps the rows of a service as the core says, sums included: they are sent beside what they are sums of, and what the service's books hold
 * of loaded rows must hold of every resource that a step touches.
 */
export function bookTarget({ loadFormat: format, loadedProofs }: ServiceBooks): FeedTarget {
  const rows = new RowChanges(format);
  const proofs = loadedProofs.map((proof, index) => ({ ...proof, statement: proofOfResources(`feed.proof-${index + 1}`, proof, format) }));
  return {
    format,
    apply: async (tx, steps) => {
      const changes = changesOf(steps);
      await rows.apply(tx, changes);
      const resources = rows.resourcesOf(changes);
      if (resources.length === 0) return;
      await tx.rows(readByIndex);
      for (const { name, reportedAt, statement } of proofs) {
        const [broken] = await tx.rows(statement, resources);
        if (broken) throw new BooksDisagree(broken.what, name, reportedAt?.field);
      }
    },
  };
}
