import { randomUUID } from 'node:crypto';
import { runningBank } from '@open-banking/testing';
import { ledgerCheck } from '@open-banking/testing/database';
import { adjustmentsInternal, services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator } from '@open-banking/ais-pis-testing/an-operator';

const reason = 'Fee of 3 November given back';

describe('the amount of an adjustment', () => {
  const bank = runningBank(services);
  let [dana, omer]: Awaited<ReturnType<typeof anOperator>>[] = [];
  beforeAll(async () => {
    [dana, omer] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['read', 'act', 'approve'])];
  });

  const proposed = (iban: string, amount: string, extra: object = {}) => ({
    iban,
    amount: { currency: 'EUR', amount },
    reason,
    ...extra,
  });
  const propose = (who: typeof dana, body: object, adjustmentId: string = randomUUID()) =>
    who!.call(adjustmentsInternal.proposeAdjustment, body, { adjustmentId });
  const approve = (who: typeof dana, adjustmentId: string) => who!.call(adjustmentsInternal.approveAdjustment, undefined, { adjustmentId });
  const readAdjustmentId = ({ body }: { body: unknown }) => (body as { adjustmentId: string }).adjustmentId;
  const opened = async (booked = '100.00') => anAccount(bank, [await aCustomer(bank)], { booked, opened: true });
  const balance = async (accountId: string) =>
    (
      await bank
        .database('ais-pis')
        .query<{ booked: string }>('select booked::text from account_balance where account_id = $1', [accountId])
    ).rows[0]!.booked;

  it('has the decimals of its currency, at most 14 digits, and a value day from 1900 to 2999', async () => {
    const account = await opened();
    const refused: readonly (readonly [amount: string, extra: object, path: string])[] = [
      ['-12.505', {}, '/amount/amount'],
      ['0.005', {}, '/amount/amount'],
      ['1000000000000.00', {}, '/amount/amount'],
      ['99999999999999999999.99', {}, '/amount/amount'],
      ['999999999999.99', {}, '/amount/amount'],
      ['1.00', { valueDate: '0001-01-01' }, '/valueDate'],
      ['1.00', { valueDate: '9999-12-31' }, '/valueDate'],
    ];
    for (const [amount, extra, path] of refused)
      expect(await propose(dana, proposed(account.iban, amount, extra))).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path }] });
    expect(await propose(dana, proposed(account.iban, '999999999899.99', { valueDate: '2026-01-31' }))).toAnswer(200, {
      state: 'PROPOSED',
    });
  });

  it('corrects decimals that an earlier release booked: the ledger check warns and proposes it, and it is booked for that balance only', async () => {
    const account = await opened('987.495');
    const check = async () => {
      const { checks, warnings } = await ledgerCheck(bank.operator.databases as Parameters<typeof ledgerCheck>[0]);
      expect(checks.filter(({ name, ok }) => name.startsWith('a posting') && !ok)).toEqual([]);
      return warnings.filter(({ resource }) => resource === account.accountId);
    };
    const correction = `openbank adjustment propose --iban ${account.iban} --amount 0.005 --currency EUR --reason "Correction of decimals"`;
    expect(await check()).toEqual([
      expect.objectContaining({ service: 'ais-pis', type: 'accountBalance', iban: account.iban, correction }),
      expect.objectContaining({ type: 'entry', amounts: 1, example: 'amount 987.495 EUR', correction }),
    ]);
    expect(await propose(dana, proposed(account.iban, '0.004'))).toAnswer(400);
    const [one, two] = [await propose(dana, proposed(account.iban, '0.005')), await propose(dana, proposed(account.iban, '0.005'))];
    expect(one).toAnswer(200, { amount: { currency: 'EUR', amount: '0.005' } });
    expect(await approve(omer, readAdjustmentId(one))).toAnswer(200, { state: 'BOOKED' });
    expect(await balance(account.accountId)).toBe('987.500');
    expect(await approve(omer, readAdjustmentId(two))).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    expect(await balance(account.accountId)).toBe('987.500');
    expect((await check()).map(({ type, correction: remedy }) => [type, remedy])).toEqual([
      ['entry', 'none is needed: the balance has the decimals of its currency'],
    ]);
  });
});
