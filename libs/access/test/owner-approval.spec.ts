import { approvedByOwners, isApprovedByOwners, type Holder } from '../src/owner-approval.js';
import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';

const ids = { A: 'a', B: 'b', C: 'c' } as const;
type Person = keyof typeof ids;
const uuid = (who: Person): string => `${ids[who].repeat(8)}-0000-4000-8000-000000000000`;

// Who owns the account now, under which rule, who has approved, and whether that is enough.
const cases: readonly (readonly [owners: readonly Person[], rule: Holder['rule'], approvers: readonly Person[], enough: boolean])[] = [
  [['A'], 'any', ['A'], true],
  [['A'], 'any', [], false],
  [['C'], 'any', ['A'], false],
  [['C'], 'any', ['A', 'B'], false],
  [['A', 'B'], 'any', ['B'], true],
  [['B', 'C'], 'any', ['A'], false],
  [['B', 'C'], 'any', ['A', 'B'], true],
  [['A', 'B'], 'both', ['A'], false],
  [['A', 'B'], 'both', ['A', 'B'], true],
  [['B', 'C'], 'both', ['A', 'B'], false],
  [['B', 'C'], 'both', ['A', 'B', 'C'], true],
  [['C'], 'both', ['A', 'B'], false],
  [[], 'any', ['A'], false],
];

describe('the approval of an account’s owners', () => {
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let database: pg.Client;
  beforeAll(async () => {
    own = await freshDatabase('cards');
    database = new pg.Client({ connectionString: own.ownerUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await own.close();
  });

  it.each(cases)('of an account owned by %j under the rule %s, approved by %j, is given: %s', async (owners, rule, approvers, enough) => {
    expect(
      isApprovedByOwners(
        owners.map((who) => ({ psuId: uuid(who), rule })),
        approvers.map(uuid),
      ),
    ).toBe(enough);
    const { rows } = await database.query<{ enough: boolean }>(
      `with holder as (select psu_id, $1::uuid as resource_id, $3::text as rule from unnest($2::uuid[]) psu_id)
       select ${approvedByOwners('$1::uuid', 'select unnest($4::uuid[])')} as enough`,
      [uuid('A'), owners.map(uuid), rule, approvers.map(uuid)],
    );
    expect(rows[0]!.enough).toBe(enough);
  });
});
