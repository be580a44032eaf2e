import { alteredCopy, freshDatabase, ledgerCheck } from '@open-banking/testing/database';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { TestPayments } from '@open-banking/ais-pis-testing/an-executed-payment';

const others = ['savings-loans', 'securities', 'cards', 'loan-services'] as const;
type Urls = Parameters<typeof ledgerCheck>[0];

/** Alters one row; `check` must report the returned payment. */
const alterations: readonly [what: string, alter: string, found: string][] = [
  [
    'a payment is marked as settled',
    `update payment set transaction_status = 'ACSC' where transaction_status = 'ACSP' returning payment_id as id`,
    "a payment's status follows from its recorded status changes",
  ],
  [
    'a status change is missing',
    `delete from payment_status_change where change_number = 2 and to_status = 'PDNG' returning payment_id as id`,
    "a payment's status follows from its recorded status changes",
  ],
  [
    'a payment has a larger amount',
    `update payment set amount = amount + 0.01 where transaction_status = 'ACCC' returning payment_id as id`,
    'an executed payment is debited once, with its fee, and no other payment is debited',
  ],
  [
    'a fee was not charged',
    `update payment set fee = 1 where transaction_status = 'ACCC' returning payment_id as id`,
    'an executed payment is debited once, with its fee, and no other payment is debited',
  ],
  [
    'another account was debited',
    `update payment set debtor_account_id = (select account_id from account where status = 'blocked') where transaction_status = 'ACSP' returning payment_id as id`,
    'an executed payment is debited once, with its fee, and no other payment is debited',
  ],
  [
    'a posting has no payment',
    `update posting set subject = '00000000-0000-0000-0000-000000000000' where kind = 'PAYMENT' and subject = (select payment_id from payment where transaction_status = 'ACCC') returning subject as id`,
    'an executed payment is debited once, with its fee, and no other payment is debited',
  ],
  [
    'a rejected payment was not reversed',
    `update posting set kind = 'COLLECTION_REFUNDED' where kind = 'PAYMENT_REJECTED' returning subject as id`,
    'a payment that clearing rejected is reversed, and no other payment is',
  ],
  [
    'a payment that was not rejected was reversed',
    `update posting set kind = 'PAYMENT_REJECTED' where kind = 'PAYMENT_RETURNED' returning subject as id`,
    'a payment that clearing rejected is reversed, and no other payment is',
  ],
  [
    'too little is reserved',
    `update pending_entry set amount = amount + 1 where subject is not null returning subject as id`,
    'every payment waiting for its execution day has its full amount reserved, and no other payment has',
  ],
  [
    'nothing is reserved',
    `delete from pending_entry where subject is not null returning subject as id`,
    'every payment waiting for its execution day has its full amount reserved, and no other payment has',
  ],
  [
    'clearing was instructed for less',
    `update clearing_instruction set amount = amount - 1 where state = 'INSTRUCTED' returning payment_id as id`,
    "every payment that left the bank has a clearing instruction, whose state agrees with the payment's",
  ],
  [
    'clearing was not instructed',
    `delete from clearing_instruction where state = 'INSTRUCTED' returning payment_id as id`,
    "every payment that left the bank has a clearing instruction, whose state agrees with the payment's",
  ],
  [
    "clearing's acceptance was not applied",
    `update clearing_instruction set state = 'ACCEPTED' where state = 'INSTRUCTED' returning payment_id as id`,
    "every payment that left the bank has a clearing instruction, whose state agrees with the payment's",
  ],
  [
    'a return was not credited',
    `update clearing_instruction set state = 'RETURNED', reason = 'AC01' where state = 'ACCEPTED' returning payment_id as id`,
    "every payment that left the bank has a clearing instruction, whose state agrees with the payment's",
  ],
];

describe('the ledger check of payments', () => {
  let bank: TestLedger;
  const elsewhere: Awaited<ReturnType<typeof freshDatabase>>[] = [];
  let urls: Urls;

  beforeAll(async () => {
    bank = await TestLedger.open();
    for (const service of others) elsewhere.push(await freshDatabase(service));
    urls = { 'ais-pis': bank.own.ownerUrl, ...Object.fromEntries(others.map((service, at) => [service, elsewhere[at]!.ownerUrl])) } as Urls;
    await oneOfEach();
    await bank.disconnect();
  });
  afterAll(async () => {
    await bank.close();
    for (const one of elsewhere) await one.close();
  });

  /** A payment in each status that matters for the books. */
  async function oneOfEach(): Promise<void> {
    const payments = new TestPayments(bank);
    const from = await bank.account({ balance: '1000.00' });
    await bank.owner.query(`insert into psu (psu_id, login, password_hash, name) values (gen_random_uuid(), 'owner', '', 'Owner')`);
    await bank.account({ status: 'blocked' });
    const response = async (answer: 'accepted' | 'rejected') => {
      const { instruction_id: instructionId } = (await payments.instruction(
        await payments.executed({ from, fee: '5.00', product: 'target-2-payments' }),
      ))!;
      await (answer === 'accepted' ? payments.clearing.accepted(instructionId) : payments.clearing.rejected(instructionId, 'AC01'));
      return instructionId;
    };
    await payments.executed({ from });
    await payments.executed({ from, to: { iban: await bank.iban(await bank.account()) } });
    await payments.executed({ from, requestedInDays: 2 });
    await payments.executed({ from, executableInDays: 2 });
    await payments.executed({ from, amount: '5000.00' });
    await payments.clearing.returned(await response('accepted'), 'AC01');
    await response('accepted');
    await response('rejected');
    await bank.owner.query(
      'insert into holder (psu_id, resource_id, rule) select psu_id, account_id, $1 from psu, account on conflict do nothing',
      ['any'],
    );
  }

  it('finds payments of every status correct, and checks each', async () => {
    const { ok, checks } = await ledgerCheck(urls);
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
    // What the core books is in books-kept-elsewhere.whole.spec.ts.
    expect(
      checks.filter(
        ({ service, name, checked }) =>
          service === 'ais-pis' && /payment|clearing|kept back/.test(name) && !name.includes('the core') && checked === 0,
      ),
    ).toEqual([]);
  });

  it('finds the books correct while the bank is in use', async () => {
    const busy = await TestLedger.open();
    try {
      const payments = new TestPayments(busy);
      await busy.owner.query(`insert into psu (psu_id, login, password_hash, name) values (gen_random_uuid(), 'owner', '', 'Owner')`);
      const accounts = await Promise.all(Array.from({ length: 5 }, () => busy.account({ balance: '1000.00' })));
      await busy.owner.query(
        'insert into holder (psu_id, resource_id, rule) select psu_id, account_id, $1 from psu, account on conflict do nothing',
        ['any'],
      );
      let paying = true;
      let paid = 0;
      const lane = async (first: number) => {
        for (let at = first; paying; at += 1, paid += 1)
          await payments.executed({
            from: accounts[at % 5]!,
            amount: '1.00',
            ...(at % 2 === 0 && { to: { iban: await busy.iban(accounts[(at + 1) % 5]!) } }),
          });
      };
      const lanes = [1, 2, 3].map(lane);
      const seen: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const { ok, checks } = await ledgerCheck({ ...urls, 'ais-pis': busy.own.ownerUrl });
        expect({ ok, broken: checks.filter((check) => !check.ok) }).toEqual({ ok: true, broken: [] });
        seen.push(paid);
      }
      paying = false;
      await Promise.all(lanes);
      // Payments were made while the check ran.
      expect(seen[2]).toBeGreaterThan(seen[0]!);
    } finally {
      await busy.close();
    }
  });

  it.each(alterations)('fails with the affected row when %s', async (_, alter, check) => {
    const { url, id } = await alteredCopy(bank.own.adminUrl, urls['ais-pis'], alter);
    const { ok, checks } = await ledgerCheck({ ...urls, 'ais-pis': url });
    expect(ok).toBe(false);
    expect(checks.find(({ name }) => name === check)).toMatchObject({ ok: false, firstBroken: expect.stringContaining(id) });
  });
});
