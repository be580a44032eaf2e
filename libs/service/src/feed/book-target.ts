import { proofOfResources, type ServiceBooks } from '@open-banking/database';
import { BooksDisagree, changesOf } from './feed-step.js';
import { readByIndex } from './feed.statements.js';
import type { FeedGround, FeedTarget } from './feed-target.js';
import { LateArrivals } from './late-arrivals.js';
import { RowChanges } from './row-changes.js';

/**
 * Keeps the rows of a service as the core says, sums included: they are sent beside what they are sums of, and what the service's books hold
 * of loaded rows must hold of every resource that a step touches. Without a clock, rows of every day count as read.
 */
export function bookTarget({ loadFormat: format, loadedProofs }: ServiceBooks, ground?: FeedGround): FeedTarget {
  const rows = new RowChanges(format);
  const arrivals = new LateArrivals(format);
  const proofs = loadedProofs.map((proof, index) => ({ ...proof, statement: proofOfResources(`feed.proof-${index + 1}`, proof, format) }));
  return {
    format,
    apply: async (tx, steps) => {
      const { changes, resum } = await arrivals.place(tx, changesOf(steps), ground?.clock.today() ?? 'infinity');
      await rows.apply(tx, changes);
      await resum(tx);
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
