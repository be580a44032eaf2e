import { TestCoreBankingSystem } from '@open-banking/testing/core-banking';
import { ledgerCheck } from '@open-banking/testing/database';
import { placesOf, TestErasure } from '@open-banking/testing/erasure';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';
import { aPerson, type Person } from '@open-banking/ais-pis-testing/a-person';

const instant = '/v1.7/payments/instant-sepa-credit-transfers';
const slowMs = 300_000;

describe('a customer who is erased where a core keeps the books', () => {
  const core = new TestCoreBankingSystem({});
  const { bank } = core;
  let approvals: PaymentApprover;
  beforeAll(async () => {
    approvals = await PaymentApprover.connect(bank);
  });
  afterAll(() => approvals.close());

  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);

  async function paid(from: Person, to: object, amount: string): Promise<string> {
    const payer = await aPayer(bank);
    const created = await payer.post(instant, {
      ...inEuro,
      instructedAmount: { currency: 'EUR', amount },
      debtorAccount: { iban: from.account.iban },
      debtorName: from.name,
      endToEndIdentification: from.canary('e2e'),
      remittanceInformationUnstructured: from.canary('payment text'),
      ...to,
    });
    expect(created).toAnswer(201);
    const { paymentId } = created.body as { paymentId: string };
    await approvals.approve(paymentId, from.account.accountId, { by: from.psuId });
    expect(await statusAfter(payer, `${instant}/${paymentId}`, ['RCVD', 'ACTC', 'ACFC', 'ACSP'])).toBe('ACSC');
    return paymentId;
  }
  const transactionId = (paymentId: string): string => paymentId.replaceAll('-', '');

  it(
    'stands in no table of the bank any more, whichever side of a payment they were, and what the core was told can still be told from it',
    async () => {
      const [dana, omer] = [await aPerson(bank), await aPerson(bank)];
      const erasure = new TestErasure(bank, 'ais-pis');
      const toDana = await paid(omer, { creditorName: dana.name, creditorAccount: { iban: dana.account.iban } }, '1.00');
      const abroad = await paid(dana, { creditorName: dana.canary('payee') }, '60.00');
      const toOmer = await paid(dana, { creditorName: omer.name, creditorAccount: { iban: omer.account.iban } }, '41.00');
      // The feed brings what the core has booked, with its texts.
      expect(await core.entries(dana.account.accountId)).toEqual({
        [transactionId(abroad)]: '-60',
        [transactionId(toOmer)]: '-41',
        [`${transactionId(toDana)}C`]: '1',
      });
      await core.entries(omer.account.accountId);
      await sql("update account set status = 'deleted' where account_id = $1", dana.account.accountId);
      expect((await erasure.check(dana)).obstacles).toEqual([]);
      const before = await placesOf(bank.database('ais-pis'), dana.canaries);
      for (const table of ['clearing_instruction', 'entry', 'payment', 'account'])
        expect(before.some((place) => place.endsWith(` in ${table}`))).toBe(true);

      expect(await erasure.erased(dana, dana.name)).toMatchObject({ done: true, obstacles: [], keptUntil: null });
      expect(await placesOf(bank.database('ais-pis'), dana.canaries)).toEqual([]);
      const { rows } = await sql(
        'select payment_id as id, state, amount::float8 as amount from clearing_instruction where payment_id = any($1::uuid[]) order by amount',
        [abroad, toOmer, toDana],
      );
      expect(rows).toEqual([
        { id: toDana, state: 'ACCEPTED', amount: 1 },
        { id: toOmer, state: 'ACCEPTED', amount: 41 },
        { id: abroad, state: 'ACCEPTED', amount: 60 },
      ]);
      // What Omer wrote of himself is there still.
      expect(await placesOf(bank.database('ais-pis'), [omer.canary('payment text')])).toContain(
        `${omer.canary('payment text')} in payment`,
      );
      const { checks } = await ledgerCheck(bank.facts.ownerUrls as Parameters<typeof ledgerCheck>[0]);
      expect(checks.filter(({ ok, name }) => !ok && /payment|clearing|posting|core/.test(name))).toEqual([]);
      expect(await core.system.books.faults()).toEqual([]);
    },
    slowMs,
  );
});
