import { randomUUID } from 'node:crypto';
import { daysAgo, internalCall, runningBank } from '@open-banking/testing';
import { anotherService } from '@open-banking/testing/bank';
import { ledgerCheck } from '@open-banking/testing/database';
import { creditTransfersInternal, services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';

const row = creditTransfersInternal.receiveCreditTransfer;
const slowMs = 300_000;

describe('a credit transfer from another bank', () => {
  const bank = runningBank(services);
  const transfer = (iban: string, extra: object = {}) => ({
    product: 'sepa-credit-transfers',
    amount: { currency: 'EUR', amount: '25.00' },
    debtorName: 'Acme Ltd',
    debtorAccount: { iban: 'DE89370400440532013000' },
    debtorAgent: 'COBADEFFXXX',
    creditorName: 'Test Owner',
    creditorAccount: { iban },
    endToEndId: 'SALARY-11',
    remittanceUnstructured: 'Salary, November',
    ...extra,
  });
  const receive = (body: object, transferId: string = randomUUID()) => internalCall(bank.operator, 'ais-pis', row, body, { transferId });
  const balance = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('is credited at once with the settlement day as value date, and the statement names the sender', async () => {
    const customer = await aCustomer(bank);
    const account = await anAccount(bank, [customer], { opened: true });
    const connector = await anOperator(bank, ['connect']);
    const transferId = randomUUID();
    expect(await connector.call(row, transfer(account.iban, { settlementDate: daysAgo(1) }), { transferId })).toAnswer(200, {
      transferId,
      state: 'booked',
      bookedOn: daysAgo(0),
    });
    expect(await balance(account.accountId)).toBe('125.00');
    const reader = await (await bank.client()).consentedBy(customer, { transactions: [{ iban: account.iban }] });
    const { body } = await reader.get(`/v1.7/accounts/${account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(2)}`);
    expect(body.transactions.booked).toContainEqual(
      expect.objectContaining({
        transactionAmount: { currency: 'EUR', amount: '25.00' },
        bankTransactionCode: 'PMNT-RCDT-ESCT',
        valueDate: daysAgo(1),
        debtorName: 'Acme Ltd',
        debtorAccount: { iban: 'DE89370400440532013000' },
        endToEndId: 'SALARY-11',
        remittanceInformationUnstructured: 'Salary, November',
      }),
    );
    expect(await auditedOperations(bank, transferId)).toEqual([`${connector.name} receiveCreditTransfer`]);
    const { checks } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
    expect(checks.filter(({ name, ok }) => name.startsWith('a posting') && !ok)).toEqual([]);
  });

  it('is credited once if presented 20 times at once; a different one with its id is refused', async () => {
    const account = await anAccount(bank, [await aCustomer(bank)]);
    const transferId = randomUUID();
    const copies = await Promise.all(Array.from({ length: 20 }, () => receive(transfer(account.iban), transferId)));
    expect(new Set(copies.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(copies[0]).toAnswer(200, { state: 'booked' });
    expect(await balance(account.accountId)).toBe('125.00');
    expect(await receive(transfer(account.iban, { amount: { currency: 'EUR', amount: '25.01' } }), transferId)).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID', path: 'transferId' }],
    });
  });

  it('is rejected with the ISO reason, repeatably, for an unknown or closed account or another currency', async () => {
    const account = await anAccount(bank, [await aCustomer(bank)]);
    const shekel = await anAccount(bank, [await aCustomer(bank)], { currency: 'ILS' });
    const closed = await anAccount(bank, [await aCustomer(bank)]);
    await bank.database('ais-pis').query(`update account set status = 'deleted' where account_id = $1`, [closed.accountId]);
    for (const [iban, reason] of [
      ['DE89370400440532013000', 'AC01'],
      [shekel.iban, 'AM03'],
      [closed.iban, 'AC04'],
    ] as const) {
      const transferId = randomUUID();
      for (const _ of [1, 2])
        expect(await receive(transfer(iban), transferId)).toAnswer(200, {
          transferId,
          state: 'rejected',
          reason,
          text: expect.any(String),
        });
    }
    expect(await receive(transfer(account.iban))).toAnswer(200, { state: 'booked' });
    await bank.database('ais-pis').query(`update account set status = 'blocked' where account_id = $1`, [account.accountId]);
    expect(await receive(transfer(account.iban))).toAnswer(200, { state: 'booked' });
    expect(await balance(account.accountId)).toBe('150.00');
  });

  it('is refused with all its format errors', async () => {
    const { iban } = await anAccount(bank, [await aCustomer(bank)]);
    const wrong = [
      [{ creditorAccount: { iban: 'BAD' } }, '/creditorAccount/iban'],
      [{ product: 'cheque' }, '/product'],
      [{ amount: { currency: 'EUR', amount: '0.00' } }, '/amount/amount'],
      [{ amount: { currency: 'EUR', amount: '1.001' } }, '/amount'],
      [{ settlementDate: daysAgo(-2) }, '/settlementDate'],
      [{ settlementDate: '0001-01-01' }, '/settlementDate'],
      [{ debtorName: ' ' }, '/debtorName'],
      [{ debtorAgent: 'bank' }, '/debtorAgent'],
    ] as const;
    for (const [besides, path] of wrong)
      expect(await receive(transfer(iban, besides))).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: expect.stringContaining(path) }],
      });
    expect(await receive(transfer(iban), 'one')).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'transferId' }] });
    expect(await receive(transfer(iban))).toAnswer(200, { state: 'booked' });
  });

  it(
    'works outside the sandbox too',
    async () => {
      const account = await anAccount(bank, [await aCustomer(bank)]);
      const outside = await anotherService(bank, 'ais-pis', {
        settings: { APPROVAL_CODE_URL: 'http://127.0.0.1:9/' },
        overrides: { SANDBOX: '0' },
      });
      const there = { ...bank.operator, internal: { 'ais-pis': outside.internalUrl } };
      expect(await internalCall(there, 'ais-pis', row, transfer(account.iban), { transferId: randomUUID() })).toAnswer(200, {
        state: 'booked',
      });
      await outside.stop();
    },
    slowMs,
  );
});
