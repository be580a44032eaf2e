import type { ErasureRow } from '@open-banking/contracts';
import { services } from '@open-banking/spec';
import { newCustomer, freshBank, until } from '@open-banking/testing';
import { aWholeCustomer, closed, moneyMoved, placesOf } from './erasure/a-whole-customer.js';
import { Operator, rowsErased } from './erasure/an-operator.js';

describe('LEGAL_RETENTION_MONTHS', () => {
  const bank = freshBank(services, { LEGAL_RETENTION_MONTHS: '7' });
  const operator = new Operator(bank);
  const statesOf = ({ steps }: ErasureRow) => Object.fromEntries(steps.map(({ service, state }) => [service, state]));

  it('holds in all services: each keeps what was booked until its day, and erases it then', async () => {
    // The account of the other one was used long ago only, unlike their card and savings.
    const [person, other, sharing] = [await aWholeCustomer(bank, 251), await aWholeCustomer(bank, 251), await aWholeCustomer(bank, 251)];
    // Nothing is owed to them, and all that they have is closed.
    await moneyMoved(bank, person, 1);
    await moneyMoved(bank, other, 229);
    await moneyMoved(bank, sharing, 229);
    for (const one of [person, other, sharing]) await closed(bank, one);
    for (const service of ['cards', 'savings-loans', 'securities'] as const)
      await bank
        .database(service)
        .query("insert into holder (psu_id, resource_id, rule) select $1, resource_id, 'any' from holder where psu_id = $2", [
          (await newCustomer(bank)).psuId,
          sharing.psuId,
        ]);
    expect(await operator.brokenProofs()).toEqual([]);

    const counted = await operator.counted(person.psuId);
    const ended = await operator.erase(person.psuId);
    expect(counted).toEqual(rowsErased(ended));
    expect(counted['ais-pis']).not.toHaveProperty('account');
    expect(statesOf(ended)).toMatchObject({
      'ais-pis': 'kept',
      cards: 'kept',
      'savings-loans': 'kept',
      securities: 'done',
      'loan-services': 'done',
    });
    const { now } = await bank.clock();
    for (const { keptUntil, state } of ended.steps) if (state === 'kept') expect(keptUntil! > now).toBe(true);
    const kept = await placesOf(bank, person.canaries);
    for (const [service, table] of [
      ['ais-pis', 'entry'],
      ['cards', 'card_transaction'],
      ['savings-loans', 'savings_entry'],
    ])
      expect(kept).toContain(`${service}: ${person.text} in ${table}`);
    for (const service of ['securities', 'loan-services']) expect(kept.filter((place) => place.startsWith(`${service}:`))).toEqual([]);
    expect(await operator.brokenProofs()).toEqual([]);

    expect(statesOf(await operator.erase(other.psuId))).toMatchObject({ 'ais-pis': 'done', cards: 'kept', 'savings-loans': 'kept' });
    expect(await operator.brokenProofs()).toEqual([]);

    // Their card, savings and securities are somebody else's too, and stay; the account that they were paid by was theirs alone.
    expect(statesOf(await operator.erase(sharing.psuId))).toMatchObject({ 'ais-pis': 'done', cards: 'kept', 'savings-loans': 'kept' });
    expect(await operator.brokenProofs()).toEqual([]);

    // Past the last of these days: all services are asked again and have nothing to keep.
    await bank.advance('P245D');
    await until(
      'all is erased',
      async () => (await bank.database('ais-pis').query('select from erasure where ended_at is null')).rowCount === 0,
    );
    const all = JSON.parse(await operator.openbank('erase', '--list', '--json')) as ErasureRow[];
    expect(all.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    for (const { canaries } of [person, other]) expect(await placesOf(bank, canaries)).toEqual([]);
    expect(await placesOf(bank, [sharing.iban])).toEqual([]);
    expect(await operator.brokenProofs()).toEqual([]);
  }, 600_000);
});
