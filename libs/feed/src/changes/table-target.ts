import type { Transaction } from '@open-banking/database';
import { proofOfResources } from '../load/load-agreement.js';
import type { LoadFormat } from '../load/load-format.js';
import type { Proof, ServiceTables } from '../load/ledger-proof.js';
import { runsOf } from './feed-runs.js';
import { LedgerMismatch, changesOf } from './feed-step.js';
import { readByIndex } from './feed.statements.js';
import type { FeedContext, FeedTarget } from './feed-target.js';
import { LateArrivals } from './late-arrivals.js';
import { RowChanges } from './row-changes.js';

/**
 * Keeps the rows of a service as the core says, sums included: they are sent beside what they are sums of, and what the service's books
 * hold of loaded rows must hold of every resource that a step touches, at the end of that step. Without a clock, rows of every day count as
 * read.
 */
export function tableTarget({ loadFormat: format, loadedProofs }: ServiceTables, context?: FeedContext): FeedTarget {
  const rows = new RowChanges(format);
  const arrivals = new LateArrivals(format);
  const prove = proverOf(loadedProofs, format);
  return {
    format,
    apply: async (tx, steps, pace) => {
      await tx.rows(readByIndex);
      for (const run of runsOf(steps, (change) => rows.touchedBy(change))) {
        const { changes, resum } = await arrivals.place(tx, changesOf(run), context?.clock.today() ?? 'infinity');
        await rows.apply(tx, changes, pace);
        await resum(tx);
        const resources = rows.resourcesOf(changes);
        if (resources.length > 0) await prove(tx, resources);
      }
    },
    applySlices: async (tx, slices, pace) => {
      await tx.rows(readByIndex);
      const touched = new Set<string>();
      for await (const changes of slices) {
        await rows.apply(tx, changes, pace);
        for (const resource of rows.resourcesOf(changes)) touched.add(resource);
      }
      for (const resources of slicesOf([...touched])) await prove(tx, resources);
    },
  };
}

/** How much of a large step is asked of PostgreSQL at once: a statement stays well below its time limit. */
const maxAtOnce = 1_000;

/** A list in slices of at most a thousand. */
export const slicesOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / maxAtOnce) }, (_, index) => list.slice(index * maxAtOnce, (index + 1) * maxAtOnce));

/** Proves some resources in the caller's transaction. Throws `LedgerMismatch` for the first that does not agree. */
export function proverOf(proofs: readonly Proof[], format: LoadFormat): (tx: Transaction, resources: readonly string[]) => Promise<void> {
  const stated = proofs.map((proof, index) => ({ ...proof, statement: proofOfResources(`feed.proof-${index + 1}`, proof, format) }));
  return async (tx, resources) => {
    for (const { name, reportedAt, statement } of stated) {
      const [broken] = await tx.rows(statement, resources);
      if (broken) throw new LedgerMismatch(broken.what, name, reportedAt?.field);
    }
  };
}
