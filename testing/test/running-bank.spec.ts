import { RunningBank, runningBank } from '@open-banking/testing';
import { anotherProcess } from '@open-banking/testing/bank';
import { freshDatabase } from '@open-banking/testing/database';
import { productKind } from '@open-banking/sandbox/demo-bank';
import { resourceKinds, services } from '@open-banking/spec';

describe('the bank of a test run', () => {
  const bank = runningBank(services);

  it('answers over HTTP, and refuses requests without a token', async () => {
    expect(await bank.anonymous.get('/v1.7/cards')).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('has demo customers, of whom the first has every product', () => {
    expect(new Set(bank.demo.accounts.map(({ kind }) => kind))).toEqual(new Set(resourceKinds.map(productKind)));
  });

  it("lets a test query a service's database", async () => {
    const { rows } = await bank.database('cards').query<{ n: number }>('select count(*)::int as n from card');
    expect(rows[0]!.n).toBeGreaterThan(0);
  });

  it('gives a test its own database', async () => {
    const database = await freshDatabase('cards');
    await database.close();
    expect(database.serviceUrl).not.toBe(database.ownerUrl);
  });
});

describe('a bank of a test run that has some services', () => {
  const bank = runningBank(['ais-pis', 'cards']);

  it('answers for them, and has no answer of another service', async () => {
    const customer = bank.customerWith(['card', 'saving']);
    const permitted = await (await bank.client()).consentedBy(customer);
    expect(await permitted.get('/v1.7/cards')).toAnswer(200, { cards: [{}] });
    await expect(permitted.get('/v1.5/savings')).rejects.toThrow(
      'This test file calls GET /v1.5/savings, which savings-loans serves, and its bank has no savings-loans: name it there',
    );
  });

  it('has no address and no database of another service and starts no process of one, so that a test cannot reach what it does not name', async () => {
    expect(bank.facts.internal.cards.port).toBeGreaterThan(0);
    expect(() => bank.facts.internal.mandates.port).toThrow(
      'This test file reaches mandates, but its bank has only ais-pis, cards: name it there',
    );
    expect(() => bank.database('mandates')).toThrow('reaches mandates');
    await expect(anotherProcess(bank, 'mandates')).rejects.toThrow('reaches mandates');
  });

  it('is one bank for all files that name the same services, and not that of others', async () => {
    const [same, other] = [new RunningBank(['cards', 'ais-pis']), new RunningBank(services)];
    await Promise.all([same.connect(), other.connect()]);
    expect([same.baseUrl, other.baseUrl]).toEqual([bank.baseUrl, expect.not.stringContaining(bank.baseUrl)]);
  });
});
