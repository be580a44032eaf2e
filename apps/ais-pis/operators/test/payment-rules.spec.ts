import { randomUUID } from 'node:crypto';
import { runningBank, until, type Caller } from '@open-banking/testing';
import { heldPaymentsInternal, paymentRulesInternal } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

const sepa = '/v1.7/payments/sepa-credit-transfers';
const passing = ['RCVD', 'ACTC', 'ACFC', 'ACSP'];

describe('rules that a payment is measured by before it is executed', () => {
  const bank = runningBank(['ais-pis']);
  let approvals: PaymentApprover;
  let dana: Awaited<ReturnType<typeof anOperator>>;
  let payer: Caller;
  beforeAll(async () => {
    [approvals, dana, payer] = [await PaymentApprover.connect(bank), await anOperator(bank, ['read', 'act']), await aPayer(bank)];
  });
  afterAll(() => approvals.close());

  const created = async (amount: string, extra: object = {}): Promise<string> =>
    ((await payer.post(sepa, { ...inEuro, instructedAmount: { currency: 'EUR', amount }, ...extra })).body as { paymentId: string })
      .paymentId;
  const ended = async (paymentId: string): Promise<string> => {
    const status = await statusAfter(payer, `${sepa}/${paymentId}`, passing);
    if (status !== 'RJCT') return status;
    return ((await payer.get(`${sepa}/${paymentId}`)).body as { tppMessages: { text: string }[] }).tppMessages[0]!.text.slice(0, 4);
  };
  const aDebtor = async (booked = '100.00') => {
    const customer = await aCustomer(bank);
    return { customer, account: await anAccount(bank, [customer], { booked, opened: true }) };
  };
  const inside = async (): Promise<object> => ({ creditorAccount: { iban: (await anAccount(bank, [], { opened: true })).iban } });

  it('a cap per payment refuses what is above it, and nothing else', async () => {
    const { customer, account } = await aDebtor();
    const to = await inside();
    const cap = { customerId: customer.psuId, currency: 'EUR', perPayment: '10.00' };
    expect(await dana.call(paymentRulesInternal.setPaymentCap, cap)).toAnswer(204);
    const pays = async (amount: string, debtor = { account, customer }) => {
      const id = await created(amount, to);
      await approvals.approve(id, debtor.account.accountId, { by: debtor.customer.psuId });
      return ended(id);
    };
    expect([await pays('10.01'), await pays('10.00'), await pays('10.01', await aDebtor())]).toEqual(['AM02', 'ACCC', 'ACCC']);
    expect(await dana.call(paymentRulesInternal.listPaymentCaps, { customerId: customer.psuId })).toAnswer(200, {
      caps: [{ ...cap, perDay: null, setBy: dana.name }],
    });
    expect(await dana.call(paymentRulesInternal.removePaymentCap, { customerId: customer.psuId, currency: 'EUR' })).toAnswer(204);
    expect(await dana.call(paymentRulesInternal.removePaymentCap, { customerId: customer.psuId, currency: 'EUR' })).toAnswer(404);
    expect(await pays('10.01')).toBe('ACCC');
    expect(await auditedOperations(bank, customer.psuId)).toEqual([`${dana.name} setPaymentCap`, `${dana.name} removePaymentCap`]);
  });

  it('a cap per day lets exactly so much pass, from whichever accounts and however much at once', async () => {
    const { customer, account } = await aDebtor();
    const other = await anAccount(bank, [customer], { opened: true });
    const to = await inside();
    await dana.call(paymentRulesInternal.setPaymentCap, { customerId: customer.psuId, currency: 'EUR', perDay: '25.00' });
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await created('3.00', to));
    await Promise.all(ids.map((id, at) => approvals.approve(id, (at % 2 === 0 ? account : other).accountId, { by: customer.psuId })));
    const ends = await Promise.all(ids.map(ended));
    expect(ends.filter((end) => end === 'ACCC')).toHaveLength(8);
    expect(ends.filter((end) => end === 'AM02')).toHaveLength(12);
    // What is left of the day is 1.00.
    const last = [await created('1.01', to), await created('1.00', to)];
    await approvals.approveTogether(last, account.accountId, [], { by: customer.psuId });
    expect(await Promise.all(last.map(ended))).toEqual(['AM02', 'ACCC']);
  });

  it('in a group one that is refused leaves the day to the others', async () => {
    const { customer, account } = await aDebtor('20.00');
    const to = await inside();
    await dana.call(paymentRulesInternal.setPaymentCap, { customerId: customer.psuId, currency: 'EUR', perDay: '30.00' });
    const ids = [await created('15.00', to), await created('10.00', to), await created('5.00', to)];
    await approvals.approveTogether(ids, account.accountId, [], { by: customer.psuId });
    expect(await Promise.all(ids.map(ended))).toEqual(['ACCC', 'AM04', 'ACCC']);
  });

  it('a blocked creditor is not paid, by account or name, until an operator removes the entry', async () => {
    const { customer, account } = await aDebtor();
    const [open, blocked] = [await anAccount(bank, [], { opened: true }), await anAccount(bank, [], { opened: true })];
    const word = `X${randomUUID().replaceAll('-', '')}`;
    const entry = { account: blocked.iban.replace(/(.{4})/g, '$1 ').toLowerCase(), reason: 'LEGL', note: 'list of today' };
    const creditors = [entry, { name: `${word} *trading*` }];
    expect(await dana.call(paymentRulesInternal.blockCreditors, { creditors })).toAnswer(200, { added: 2 });
    expect(await dana.call(paymentRulesInternal.blockCreditors, { creditors })).toAnswer(200, { added: 0 });
    expect(await dana.call(paymentRulesInternal.blockCreditors, { creditors: [{ name: '**' }] })).toAnswer(400);
    expect(await dana.call(paymentRulesInternal.blockCreditors, { creditors: [{ ...entry, name: 'Both of it' }] })).toAnswer(400);

    const pays = async (iban: string, creditorName: string) => {
      const id = await created('1.00', { creditorAccount: { iban }, creditorName });
      await approvals.approve(id, account.accountId, { by: customer.psuId });
      return ended(id);
    };
    expect(await pays(open.iban, 'Bookshop')).toBe('ACCC');
    expect(await pays(blocked.iban, 'Bookshop')).toBe('LEGL');
    expect(await pays(open.iban, `${word.toLowerCase()}, Oil-Tráding Ltd.`)).toBe('MS03');
    expect(await pays(open.iban, `${word} Books`)).toBe('ACCC');

    const all: { entryId: string; shown: string }[] = [];
    for (let after: string | undefined; ;) {
      const { body } = await dana.call(paymentRulesInternal.listBlockedCreditors, { ...(after !== undefined && { after }) });
      const page = body as { creditors: { entryId: string; shown: string }[]; next?: string };
      all.push(...page.creditors);
      if ((after = page.next) === undefined) break;
    }
    const { entryId } = all.find(({ shown }) => shown === entry.account)!;
    expect(await dana.call(paymentRulesInternal.unblockCreditor, undefined, { entryId })).toAnswer(204);
    expect(await dana.call(paymentRulesInternal.unblockCreditor, undefined, { entryId })).toAnswer(404);
    expect(await pays(blocked.iban, 'Bookshop')).toBe('ACCC');
    expect(await auditedOperations(bank, entryId)).toEqual([`${dana.name} blockCreditors`, `${dana.name} unblockCreditor`]);
  });

  it('are changed by the role act and read by the role read', async () => {
    const [reader, connector] = [await anOperator(bank, ['read']), await anOperator(bank, ['connect'])];
    const creditors = [{ account: `NONE${randomUUID()}` }];
    expect((await reader.call(paymentRulesInternal.blockCreditors, { creditors })).status).toBe(401);
    expect((await reader.call(paymentRulesInternal.setPaymentCap, { currency: 'EUR' })).status).toBe(401);
    expect(await reader.call(paymentRulesInternal.listPaymentCaps, {})).toAnswer(200);
    expect((await connector.call(paymentRulesInternal.listBlockedCreditors, {})).status).toBe(401);
    expect(await reader.call(heldPaymentsInternal.listHeldPayments, {})).toAnswer(200);
    await until('nothing of the refused call is stored', async () => {
      const { rows } = await bank.database('ais-pis').query('select from blocked_creditor where shown = $1', [creditors[0]!.account]);
      return rows.length === 0;
    });
  });
});
