import { randomUUID } from 'node:crypto';
import { newCustomer, runningBank, type ConsentedCaller, type TestCustomer } from '@open-banking/testing';
import { aContract, kinds, type TestContract } from './a-contract.js';

describe.each(Object.values(kinds))('GET $list/{id}/balances', (kind) => {
  const bank = runningBank(['ais-pis', 'savings-loans']);
  let customer: TestCustomer;
  let contract: TestContract;
  let permitted: ConsentedCaller;

  beforeAll(async () => {
    customer = await newCustomer(bank);
    contract = await aContract(bank, kind, [customer], { incoming: '25.50' });
    permitted = (await (await bank.client()).consentedBy(customer)).paced;
  });

  it('returns booked and expected balances; debts are negative and not available', async () => {
    const lastChangeDateTime = '2026-11-20T10:00:00.000Z';
    const balance = (balanceType: string, amount: string, besides: object = {}) => ({
      balanceType,
      balanceAmount: { currency: 'EUR', amount },
      ...besides,
      lastChangeDateTime,
    });
    expect((await permitted.get(`${contract.path}/balances`)).body).toEqual({
      [kind.one]: { bban: contract.bban, currency: 'EUR' },
      balances:
        kind === kinds.loans
          ? [balance('closingBooked', '-1000.00', { referenceDate: '2026-11-20' }), balance('expected', '-974.50')]
          : [
              balance('closingBooked', '1000.00', { referenceDate: '2026-11-20' }),
              balance('expected', '1025.50'),
              balance('interimAvailable', '1000.00', { creditLimitIncluded: false }),
            ],
    });
  });

  it('returns balances that the consent covers, refuses those with other permissions, and answers 404 for others', async () => {
    const another = await aContract(bank, kind, [customer]);
    const apart = await aContract(bank, kind, [customer]);
    const some = await (
      await bank.client()
    ).consentedBy(customer, { balances: [{ bban: contract.bban }], accounts: [{ bban: another.bban }] });
    expect(await some.get(`${contract.path}/balances`)).toAnswer(200);
    expect(await some.get(`${another.path}/balances`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await some.get(`${apart.path}/balances`)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it("answers another customer's id, an unknown id and a malformed id identically", async () => {
    const theirs = await aContract(bank, kind, [await newCustomer(bank)]);
    expect(await permitted.get(`${contract.path}/balances`)).toAnswer(200);
    const answers = await Promise.all(
      [theirs.accountId, randomUUID(), 'not-an-id'].map((id) => permitted.get(`${kind.list}/${id}/balances`)),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });
});

describe('a repaid loan', () => {
  const bank = runningBank(['ais-pis', 'savings-loans']);

  it('has nothing owed and nothing available', async () => {
    const customer = await newCustomer(bank);
    const { path } = await aContract(bank, kinds.loans, [customer], { booked: '0.00' });
    const { body } = await (await (await bank.client()).consentedBy(customer)).get(`${path}/balances`);
    expect(body.balances.map(({ balanceType }: { balanceType: string }) => balanceType)).toEqual(['closingBooked', 'expected']);
  });
});
