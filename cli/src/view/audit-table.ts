import type { AuditRow } from '@open-banking/contracts';
import type { Html } from '@open-banking/pages';
import { badge, code, table, time } from './parts.js';

/** The installation's own key, which is no person's. */
const installation = 'operator';

function byWhom({ operator, psuId, clientId }: AuditRow): string {
  if (operator === installation) return "the installation's key";
  if (operator !== null) return `operator ${operator}`;
  if (psuId !== null) return `customer ${psuId}`;
  return clientId === null ? 'the bank' : `client ${clientId}`;
}

export const auditTable = (rows: readonly AuditRow[], empty: string): Html =>
  table(
    ['Row', 'When (UTC)', 'Operation', 'By', 'On', 'X-Request-ID', 'Seal'],
    rows.map((row) => [
      row.auditId,
      time(row.at),
      code(row.operation),
      byWhom(row),
      code(row.subject),
      code(row.requestId),
      row.sealed ? badge('sealed', 'ok') : badge('not yet'),
    ]),
    empty,
  );
