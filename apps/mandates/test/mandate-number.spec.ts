import { freshDatabase } from '@open-banking/testing/database';
import pg from 'pg';
import { comparableNumber, hasNumber, isSameNumber, type NumberedMandate } from '../src/mandates/mandate-number.js';

const number = (creditorSchemeIdentification: string, mandateId = 'Power-1-aB'): NumberedMandate => ({
  creditorSchemeIdentification,
  mandateId,
});
const sepa = 'DE98ZZZ09999999999';

// Two numbers of mandates, and whether they are one.
const cases: readonly (readonly [NumberedMandate, NumberedMandate, boolean])[] = [
  [number(sepa), number(sepa), true],
  [number(sepa), number(sepa, 'POWER-1-AB'), true],
  [number(sepa), number(sepa, 'power-1-ab'), true],
  [number(sepa), number('DE98ABC09999999999'), true],
  [number(sepa), number('de98abc09999999999', 'pOWER-1-Ab'), true],
  [number(sepa), number(sepa, 'Power-1-aC'), false],
  [number(sepa), number('DE98ZZZ09999999998'), false],
  [number(sepa), number('NL98ZZZ09999999999'), false],
  // The check digits do not fit, or the form is another one: no SEPA identifier, so each character counts, but not its case.
  [number('DE99ZZZ09999999999'), number('DE99ABC09999999999'), false],
  [number('DE99ZZZ09999999999'), number('de99zzz09999999999'), true],
  [number('512345'), number('512345'), true],
  [number('512345'), number('512346'), false],
  [number('IL12ABC345'), number('IL12XYZ345'), false],
  [number('חברת החשמל'), number('חברת החשמל', 'POWER-1-AB'), true],
  [number('é'), number('É'), false],
];

describe('the number of a mandate, with its creditor', () => {
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let database: pg.Client;
  beforeAll(async () => {
    own = await freshDatabase('mandates');
    database = new pg.Client({ connectionString: own.ownerUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await own.close();
  });

  it.each(cases)('%j and %j: %s', async (one, other, same) => {
    for (const [stored, asked] of [
      [one, other],
      [other, one],
    ] as const) {
      expect(isSameNumber(stored, asked)).toBe(same);
      const { rows } = await database.query<{ same: boolean }>(
        `select ${hasNumber('m', 3)} as same from (select $1::text as creditor_scheme_id, $2::text as mandate_id) m`,
        [stored.creditorSchemeIdentification, stored.mandateId, ...comparableNumber(asked)],
      );
      expect(rows[0]!.same).toBe(same);
    }
  });
});
