import { services } from '@open-banking/spec';
import { leasedBank, until } from '@open-banking/testing';
import { aWholeCustomer, closed } from './erasure/a-whole-customer.js';
import { Operator, rowsErased } from './erasure/an-operator.js';

describe('openbank erase --check', () => {
  const bank = leasedBank(services);
  const operator = new Operator(bank);
  /** With its receipt, which is written soon after it. */
  const requestConsent = async (who: Awaited<ReturnType<typeof aWholeCustomer>>): Promise<void> => {
    await (await bank.client()).consentedBy(who, { balances: [{ iban: who.iban }] });
    await until('its receipt', async () => {
      const { rows } = await bank.database('ais-pis').query('select from receipt_leaf where psu_id = $1', [who.psuId]);
      return rows.length === 1;
    });
  };

  it('tells of a sole owner exactly what is erased, and afterwards that they are erased and since when', async () => {
    const [person, neighbour] = [await aWholeCustomer(bank), await aWholeCustomer(bank)];
    for (const one of [person, neighbour]) await requestConsent(one);
    for (const one of [person, neighbour]) {
      await bank.database('ais-pis').query('update account_balance set booked = 0 where account_id = $1', [one.accountId]);
      await closed(bank, one);
    }
    expect(await operator.openbank('erase', person.psuId, '--check')).not.toContain('erased already');

    const counted = await operator.counted(person.psuId);
    expect(counted).toMatchObject({
      'ais-pis': {
        account: 1,
        entry: 1,
        'consent (ended)': 1,
        'psu (name)': 1,
        'psu (sign-in)': 1,
        audit_salt: expect.any(Number) as number,
      },
      cards: { card: 1, card_transaction: 4 },
      'savings-loans': { savings_account: 1, savings_entry: 1 },
      securities: { securities_account: 1 },
      'loan-services': { branch_account: 1 },
    });
    const before = await operator.counted(neighbour.psuId);
    expect(rowsErased(await operator.erase(person.psuId))).toEqual(counted);
    expect(await operator.counted(neighbour.psuId)).toEqual(before);

    const today = (await bank.clock()).now.slice(0, 10);
    expect(await operator.openbank('erase', person.psuId, '--check')).toBe(
      `${person.psuId} is erased already, since ${today}, asked by operator.\nOf ${person.psuId}, nothing is left to erase.\n`,
    );
  });

  it('tells of a joint owner exactly what is erased, and that the other owner keeps the rest', async () => {
    const [person, other] = [await aWholeCustomer(bank), await aWholeCustomer(bank)];
    for (const service of ['ais-pis', 'cards', 'savings-loans', 'securities', 'loan-services'] as const)
      await bank
        .database(service)
        .query("insert into holder (psu_id, resource_id, rule) select $1, resource_id, 'any' from holder where psu_id = $2", [
          other.psuId,
          person.psuId,
        ]);
    await requestConsent(person);

    const counted = await operator.counted(person.psuId);
    expect(counted).toMatchObject({
      'ais-pis': { 'account (name)': 1, 'entry (searched for the name)': 1, 'consent (ended)': 1 },
      cards: { 'card (name)': 1 },
      'savings-loans': { 'savings_account (name)': 1 },
      securities: { 'securities_account (name)': 1 },
      'loan-services': { 'branch_account (name)': 1 },
    });
    expect(counted['ais-pis']).not.toHaveProperty('account');
    expect(await operator.openbank('erase', person.psuId, '--check')).toContain(
      "(name): others hold these, too: they lose nothing but the customer's name",
    );
    expect(rowsErased(await operator.erase(person.psuId))).toEqual(counted);
    expect(await operator.openbank('erase', '--list')).toMatch(new RegExp(`^${person.psuId} .* ended on `, 'm'));
  });
});

describe('an erasure', () => {
  const bank = leasedBank(services);

  it('ends, although its end could not be written when the last service was done', async () => {
    const customer = await aWholeCustomer(bank);
    const { psuId } = customer;
    const database = bank.database('ais-pis');
    await database.query('update account_balance set booked = 0 where account_id = $1', [customer.accountId]);
    await closed(bank, customer);
    // A sequence counts what a transaction has taken back, too.
    await database.query(`
      create sequence refused_ends;
      create function refuse_end() returns trigger language plpgsql as $$ begin
        raise 'refused for the %. time', nextval('refused_ends') using errcode = 'disk_full';
      end $$;
      create trigger refuse_end before update on erasure for each row when (new.ended_at is not null) execute function refuse_end();
      grant usage on sequence refused_ends to public;
    `);
    const erasing = new Operator(bank).erase(psuId);
    try {
      await until('its end is refused', async () => (await database.query('select from refused_ends where is_called')).rows.length > 0);
    } finally {
      await database.query('drop function refuse_end cascade; drop sequence refused_ends');
    }
    await database.query('update erasure_step set next_try_at = now() where psu_id = $1', [psuId]);
    expect(await erasing).toMatchObject({ endedAt: expect.any(String) as string });
  });
});
