import { randomUUID } from 'node:crypto';
import { inDays, runningBank, until } from '@open-banking/testing';
import { AScenarist } from './a-scenarist.js';
import { services } from '@open-banking/spec';

const slowMs = 300_000;
// Instant: a credit transfer after the cut-off time of its day waits for the next business day.
const instant = '/v1.7/payments/instant-sepa-credit-transfers';
const creditorAccount = { iban: 'DE89370400440532013000' };

describe("a scenario of a developer's payments and mandates", () => {
  const bank = runningBank(services);

  async function started() {
    const one = await AScenarist.of(bank);
    const client = await one.client(bank);
    const { logins } = await one.customer({ products: ['euroAccount'] });
    const { iban } = logins[0]!.accounts.find(({ currency, kind }) => kind === 'account' && currency === 'EUR')!.reference;
    const customer = logins[0] as never;
    const payer = await client.withClientToken('payments', 'PIS');
    const created = async () => {
      const { body } = await payer.post(instant, {
        instructedAmount: { currency: 'EUR', amount: '1.50' },
        creditorAccount,
        creditorName: 'Bookshop',
        debtorAccount: { iban },
      });
      return (body as { paymentId: string }).paymentId;
    };
    const paymentStatus = async (paymentId: string) =>
      (await payer.get(`${instant}/${paymentId}/status`)).body as {
        transactionStatus: string;
        tppMessages?: { code: string; text: string }[];
      };
    const answer = (paymentId: string, body: object, who = one) =>
      who.call('POST', `/sandbox/payments/${paymentId}/clearing-answers`, body);
    const approve = (paymentId: string) => client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    return { one, client, customer, iban, created, statusOf: paymentStatus, answer, approve };
  }

  it(
    'has another bank reject a payment with a reason, and its neighbour go through',
    async () => {
      const { created, statusOf, answer, approve } = await started();
      const [rejected, accepted] = [await created(), await created()];
      expect(await answer(rejected, { answer: 'rejected', reason: 'BE01' })).toAnswer(204);
      await approve(rejected);
      await approve(accepted);
      await until('the payment is rejected', async () => (await statusOf(rejected)).transactionStatus === 'RJCT');
      expect(JSON.stringify((await statusOf(rejected)).tppMessages)).toContain("The creditor's name does not match the account.");
      await until('the other is accepted', async () => (await statusOf(accepted)).transactionStatus === 'ACSC');
      expect(await answer(rejected, { answer: 'returned' })).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    },
    slowMs,
  );

  it(
    'has another bank return the money of a payment, said before or after it was accepted',
    async () => {
      const { created, statusOf, answer, approve, client, customer, iban } = await started();
      const [before, after] = [await created(), await created()];
      expect(await answer(before, { answer: 'returned' })).toAnswer(204);
      await approve(before);
      await approve(after);
      for (const id of [before, after]) await until('it is accepted', async () => (await statusOf(id)).transactionStatus === 'ACSC');
      expect(await answer(after, { answer: 'rejected' })).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
      expect(await answer(after, { answer: 'returned', reason: 'AC01' })).toAnswer(204);
      const reader = await client.consentedBy(customer, { transactions: [{ iban }] });
      const [{ resourceId }] = (await reader.get('/v1.7/accounts')).body.accounts as [{ resourceId: string }];
      await until('both came back', async () => {
        const { body } = await reader.get(`/v1.7/accounts/${resourceId}/transactions?bookingStatus=booked&dateFrom=${inDays(-1)}`);
        const amounts = (body as { transactions: { booked: { transactionAmount: { amount: string } }[] } }).transactions.booked.map(
          ({ transactionAmount: { amount } }) => amount,
        );
        return amounts.filter((amount) => amount === '1.50').length === 2;
      });
    },
    slowMs,
  );

  it(
    'suspends, resumes and cancels a mandate as its customer would',
    async () => {
      const { one, client, customer, iban } = await started();
      const creditor = await client.withClientToken('mandates', 'MANDATE');
      const { body } = await creditor.post('/v2/mandates', {
        mandateId: randomUUID().slice(0, 30),
        mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
        occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: inDays(14) },
        maximumAmount: { currency: 'EUR', amount: '60.00' },
        creditor: { name: 'City Power' },
        creditorSchemeIdentification: 'DE98ZZZ09999999999',
        creditorAccount,
        debtor: { name: 'Dana Levi' },
        debtorAccount: { iban },
      });
      const { resourceId } = body as { resourceId: string };
      const change = (act: string, who = one) => who.call('POST', `/sandbox/mandates/${resourceId}/customer-changes`, { change: act });
      const status = async () =>
        ((await creditor.get(`/v2/mandates/${resourceId}/status`)).body as { mandateStatus: string }).mandateStatus;
      expect(await change('suspend')).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
      await client.approvedBy(customer, 'mandates', `MANDATE:${resourceId}`);
      for (const [act, then] of [
        ['suspend', 'SUSP'],
        ['resume', 'ACTV'],
        ['cancel', 'CANC'],
      ] as const) {
        expect(await change(act, await AScenarist.of(bank))).toAnswer(404);
        expect(await change(act)).toAnswer(204);
        expect(await status()).toBe(then);
      }
      expect(await change('resume')).toAnswer(409);
      expect(await change('sell')).toAnswer(400, { tppMessages: [{ path: '/change' }] });
    },
    slowMs,
  );

  it(
    "answers for no payment of another developer's client",
    async () => {
      const { created, answer } = await started();
      const paymentId = await created();
      expect(await answer(paymentId, { answer: 'rejected' }, await AScenarist.of(bank))).toAnswer(404);
      expect(await answer(randomUUID(), { answer: 'rejected' })).toAnswer(404);
      expect(await answer(paymentId, { answer: 'perhaps', reason: 'x' })).toAnswer(400, {
        tppMessages: [{ path: '/answer' }, { path: '/reason' }],
      });
      expect(await answer(paymentId, { answer: 'rejected' })).toAnswer(204);
    },
    slowMs,
  );
});
