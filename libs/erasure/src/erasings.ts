import { purgeBatch, type Queries } from '@open-banking/database';
import type { Erasing } from './erasing.js';
import type { ErasureTarget, PlatformTables } from './erasure-target.js';

/** All that is erased of a customer in a service, in its order. The salts of the audit follow. */
export const erasingsOf = ({ erasings }: ErasureTarget, { first, last }: PlatformTables): readonly Erasing[] => [
  ...first,
  ...erasings,
  ...last,
];

/** The name under which salts are reported. They are erased last. */
export const auditSalts = 'audit_salt';

/** Ids by which salts connect rows of the audit with the customer, in batches. The rows and their seals stay. */
export async function* saltedIds(queries: Queries, { subjects }: ErasureTarget, psuId: string): AsyncGenerator<readonly string[]> {
  yield [psuId];
  for (let ids = await subjects?.(queries, psuId, null); ids !== undefined && ids.length > 0;) {
    yield ids;
    ids = ids.length < purgeBatch ? [] : await subjects!(queries, psuId, ids.at(-1)!);
  }
}
