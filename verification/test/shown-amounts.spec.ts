import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { descriptionOf } from '@open-banking/feed';
import { loadedServices } from '@open-banking/spec';
import { serviceTables } from '../src/service-tables.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Columns with amounts: of load formats, of payments and of limits. */
const columns = new Set([
  ...loadedServices.flatMap((service) =>
    Object.values(serviceTables[service].loadFormat).flatMap((line) =>
      descriptionOf(line).fields.flatMap(({ column, amount }) => (amount ? [column] : [])),
    ),
  ),
  ...['fee', 'per_payment', 'per_day'],
]);
const plain = new RegExp(`\\b(?:${[...columns].join('|')})(?:, 0)?\\)*::text`, 'g');

/** Statements whose amounts are calculated with and shown as `Money`, or shown by pages, which format them. */
const calculated = [
  'apps/ais-pis/ledger/src/adjustments/adjustments.statements.ts',
  'apps/ais-pis/clearing/src/settlement-statement.statements.ts',
  'apps/ais-pis/payments/src/customer-payments.statements.ts',
  'apps/ais-pis/core-data/src/feed/fed-entries.statements.ts',
  'apps/ais-pis/ledger/src/ledger.statements.ts',
  'apps/ais-pis/ledger/src/posting-group.statements.ts',
  'apps/ais-pis/payments/src/checks/checks.statements.ts',
  'apps/ais-pis/payments/src/checks/payment-bounds.statements.ts',
  'apps/ais-pis/payments/src/execution/clearing.statements.ts',
  'apps/ais-pis/payments/src/execution/execution.statements.ts',
  'apps/ais-pis/payments/src/payment-approvals.statements.ts',
  'apps/loan-services/src/eligibility/eligibility.statements.ts',
];

describe('a statement that reads amounts', () => {
  const statements = readdirSync(join(root, 'apps'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('apps', path))
    .filter((path) => /\.(?:statements|messages)\.ts$/.test(path) && path.includes('/src/') && !path.includes('node_modules'));

  it('writes them in the format of their currency, unless they are calculated with or a page formats them', () => {
    expect(statements.length).toBeGreaterThan(80);
    expect('e.amount::text').toMatch(plain);
    expect('(b.booked - b.reserved + b.overdraft)::text').toMatch(plain);
    const found = statements.filter((path) => readFileSync(join(root, path), 'utf8').match(plain));
    expect(found.filter((path) => !calculated.includes(path))).toEqual([]);
    expect(calculated.filter((path) => !found.includes(path))).toEqual([]);
  });
});
