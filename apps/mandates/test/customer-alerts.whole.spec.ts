import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  collect,
  exchange,
  NotificationReceiver,
  newCustomer,
  killableBank,
  generousTimeouts,
  until,
  type TestCustomer,
} from '@open-banking/testing';
import Value from 'typebox/value';
import { anAccount, receivedMandate } from './a-debtor.js';
import { schema } from './alert-schema.js';
import { alertsAt } from './alerts-at.js';
import { mandatesWithAnotherOwner } from './mandates-with-another-owner.js';
import { aPostponedPayment, inEuro } from './a-waiting-payment.js';
import { signedIn } from './signed-in.js';

describe('a customer is alerted', () => {
  const settings: Record<string, string> = { ...generousTimeouts, CUSTOMER_ALERT_CHANNELS: 'app,email' };
  let server: NotificationReceiver;
  beforeAll(async () => {
    server = await NotificationReceiver.create();
    settings['CUSTOMER_ALERTS_URL'] = `${server.origin}/alerts`;
    await server.open();
  });
  afterAll(() => {
    server.close();
  });
  const bank = killableBank(['ais-pis', 'mandates'], settings, ['ais-pis']);

  const { sentTo, delivered, kinds, untilDelivered } = alertsAt(() => server);
  const payer = async () => {
    const customer = await newCustomer(bank);
    const { iban } = await anAccount(bank, [customer]);
    const client = await bank.client({ name: 'Shop' });
    const itself = await client.withClientToken('payments', 'PIS');
    const pay = async () => {
      const { body } = await itself.post('/v1.7/payments/instant-sepa-credit-transfers', { ...inEuro, debtorAccount: { iban } });
      const { paymentId } = body as { paymentId: string };
      await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
      return paymentId;
    };
    return { customer, iban, client, pay };
  };
  const present = (resourceId: string, amount: string) =>
    collect(bank.operator, resourceId, { collectionId: randomUUID(), amount: { currency: 'EUR', amount } });
  const entered = (customer: TestCustomer) => signedIn(bank, customer);

  it('of a payment that was approved and executed, in order, signed, as the contract says, without account numbers', async () => {
    const { customer, iban, pay } = await payer();
    const paymentId = await pay();
    await untilDelivered(customer, 'payment-approved', 'payment-executed');
    expect(kinds(customer)).toEqual(['payment-approved', 'payment-executed']);
    const [approved] = delivered(customer);
    expect([approved!.body, { ...approved!.body, kind: 'other' }].map((body) => Value.Check(schema, body))).toEqual([true, false]);
    expect(approved!.body).toMatchObject({
      channel: 'app',
      language: 'en',
      subject: { kind: 'payment', id: paymentId },
      facts: { client: 'Shop', creditorName: 'Bookshop', amount: inEuro.instructedAmount },
    });
    expect(approved!.body['text']).toMatch(/€12\.50.*Bookshop.*Shop.*contact us/);
    expect(approved!.headers['x-jws-signature']).toMatch(/^[\w-]+\.\.[\w-]+$/);
    for (const { raw } of delivered(customer)) expect(raw.toString()).not.toMatch(new RegExp(`${iban}|DE89370400440532013000`));
  });

  it.each([
    ['he', 'גישה חדשה לחשבונות שלך'],
    ['ar', 'وصول جديد إلى حساباتك'],
  ])('of an access that is given and that the third party ends, in their language (%s)', async (language, title) => {
    const { customer, iban, client } = await payer();
    await bank.database('ais-pis').query('update psu set language = $2 where psu_id = $1', [customer.psuId, language]);
    const { consentId } = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await (await client.withClientToken('consents', 'AIS')).delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
    await untilDelivered(customer, 'access-given', 'access-ended');
    expect(delivered(customer).map(({ body }) => [body['kind'], body['language']])).toEqual([
      ['access-given', language],
      ['access-ended', language],
    ]);
    expect(delivered(customer)[0]!.body['title']).toBe(title);
    expect(Value.Check(schema, delivered(customer)[0]!.body)).toBe(true);
  });

  it.each([
    ['its day', 'PDNG', 40],
    ['its second owner', 'PATC', 60],
  ] as const)(
    'of the new day of a payment that waits for %s, when its day becomes a holiday, in their language',
    async (_, approved, ahead) => {
      const { customer, second, paymentId, requested, day, status, warning } = await aPostponedPayment(bank, approved, ahead, inEuro);
      expect(day > requested).toBe(true);
      await untilDelivered(customer, 'payment-postponed');
      const { body } = delivered(customer).at(-1)!;
      expect(Value.Check(schema, body)).toBe(true);
      expect(body).toMatchObject({ kind: 'payment-postponed', language: 'he', subject: { id: paymentId }, facts: { day } });
      expect(body['text']).toContain(new Intl.DateTimeFormat('he', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day)));
      expect(delivered(second)).toEqual([]);
      expect(await status()).toEqual({ transactionStatus: approved, tppMessages: [warning] });
    },
  );

  it('of a mandate, of a collection under it, and of the end of both, and of opting out', async () => {
    const { customer, iban } = await payer();
    const mandate = await receivedMandate(bank, { occurrences: { sequenceType: 'RCUR', frequencyType: 'ADHO' }, debtorAccount: { iban } });
    await mandate.client.approvedBy(customer, 'mandates', mandate.scope);
    await present(mandate.resourceId, '7.00');
    const browser = await entered(customer);
    await browser.open(`/customer/mandates/${mandate.resourceId}`);
    await browser.press('suspend');
    await untilDelivered(customer, 'mandate-active', 'collection-presented', 'mandate-suspended');
    expect(kinds(customer)).toEqual(['mandate-active', 'collection-presented', 'mandate-suspended']);
    expect(delivered(customer)[1]!.body['text']).toMatch(/City Power.*€7\.00/);
    await browser.open('/customer');
    await browser.confirm('opt-out');
    await untilDelivered(customer, 'third-parties-off');
    expect(Value.Check(schema, delivered(customer).at(-1)!.body)).toBe(true);
  });

  it('of a collection and of the end of a mandate, as present owners of the account: a former owner is alerted of neither', async () => {
    const { former, stays, enters, ofFormer, ofOther, enter } = await mandatesWithAnotherOwner(bank);
    for (const customer of [former, stays]) await untilDelivered(customer, 'mandate-active');
    await enter();
    await present(ofOther.resourceId, '7.00');
    await present(ofFormer.resourceId, '8.00');
    const browser = await entered(enters);
    await browser.open(`/customer/mandates/${ofFormer.resourceId}`);
    await browser.confirm('end');
    for (const customer of [enters, stays]) await untilDelivered(customer, 'collection-presented', 'mandate-ended');
    expect([kinds(former), kinds(enters)]).toEqual([['mandate-active'], ['collection-presented', 'mandate-ended']]);
    expect(delivered(enters)[0]!.body['facts']).toMatchObject({ amount: { currency: 'EUR', amount: '8.00' } });
    expect(kinds(stays).filter((kind) => kind === 'collection-presented')).toHaveLength(2);
  });

  it('as they chose: without what they do not want, by e-mail; a new access always', async () => {
    const { customer, pay, client, iban } = await payer();
    const browser = await entered(customer);
    expect(browser.response.text).toContain('Choose what we alert you to');
    await browser.open('/customer/alerts');
    await browser.press('save-alerts', { about: ['access'], channel: 'email' });
    expect(browser.response.text).toContain('Your choice of alerts is saved.');
    expect((await browser.press('save-alerts', { about: ['always'], channel: 'email' })).status).toBe(400);
    await pay();
    await client.consentedBy(customer, { balances: [{ iban }] });
    await untilDelivered(customer, 'payment-approved', 'access-given');
    const settled = async () =>
      (
        await bank
          .database('ais-pis')
          .query<{ kind: string; outcome: string }>('select kind, outcome from customer_alert where psu_id = $1', [customer.psuId])
      ).rows;
    await until('an alert that is not wanted', async () =>
      (await settled()).some(({ kind, outcome }) => kind === 'payment-executed' && outcome === 'not wanted'),
    );
    expect(kinds(customer)).not.toContain('payment-executed');
    expect(new Set(delivered(customer).map(({ body }) => body['channel']))).toEqual(new Set(['email']));
  });

  it.each([500, 302, 404] as const)('later where the server answers %s: the same alert once more, before the next one', async (status) => {
    const { customer, pay } = await payer();
    server.nextStatuses = [status];
    await pay();
    await untilDelivered(customer, 'payment-approved', 'payment-executed');
    const all = sentTo(customer);
    expect(all.map(({ status: answered }) => answered)).toEqual([status, 204, 204]);
    expect(all[1]!.body).toEqual(all[0]!.body);
    expect(all[1]!.headers['x-request-id']).not.toBe(all[0]!.headers['x-request-id']);
    expect(kinds(customer)).toEqual(['payment-approved', 'payment-executed']);
  });

  it('of the next thing where the server refuses one for good', async () => {
    const { customer, pay } = await payer();
    server.nextStatuses = [422];
    await pay();
    await untilDelivered(customer, 'payment-executed');
    expect(kinds(customer)).toEqual(['payment-executed']);
    const kept = async () =>
      (
        await bank.database('ais-pis').query<{
          outcome: string | null;
          problem: string | null;
        }>('select outcome, last_problem as problem from customer_alert where psu_id = $1 order by alert_id', [customer.psuId])
      ).rows;
    // What the server answered is recorded after it has answered.
    await until('the outcome of both', async () => (await kept()).every(({ outcome }) => outcome !== null));
    expect(await kept()).toEqual([
      { outcome: 'refused', problem: expect.stringContaining('answered 422') },
      { outcome: 'delivered', problem: null },
    ]);
  });

  it('after a server that is down is back; the payment is executed meanwhile', async () => {
    const { customer, pay } = await payer();
    server.close();
    const paymentId = await pay();
    const row = async (text: string, id: string) => (await bank.database('ais-pis').query<{ found: boolean }>(text, [id])).rows[0]!.found;
    await until('an executed payment', () =>
      row("select transaction_status = 'ACSC' as found from payment where payment_id = $1", paymentId),
    );
    await until('a try that failed', () => row('select max(attempts) > 0 as found from customer_alert where psu_id = $1', customer.psuId));
    expect(kinds(customer)).toEqual([]);
    await server.open();
    await untilDelivered(customer, 'payment-approved', 'payment-executed');
    expect(kinds(customer)).toEqual(['payment-approved', 'payment-executed']);
  });

  it('once more with the same id where the server hangs and the service is killed; others do not wait', async () => {
    const [{ customer, pay }, other] = [await payer(), await payer()];
    server.nextStatuses = ['never'];
    await pay();
    await until('an alert on its way', () => sentTo(customer).length > 0);
    process.kill(bank.facts.pids['ais-pis']!, 'SIGKILL');
    await bank.restart('ais-pis');
    await other.pay();
    await untilDelivered(other.customer, 'payment-approved', 'payment-executed');
    await untilDelivered(customer, 'payment-approved', 'payment-executed');
    const [first, second] = sentTo(customer);
    expect(second!.body).toEqual(first!.body);
    expect(new Set(sentTo(customer).map(({ body }) => body['alertId']))).toHaveProperty('size', 2);
  });

  it('while the server hangs over another customer', async () => {
    const [slow, other] = [await payer(), await payer()];
    server.nextStatuses = ['never'];
    await slow.pay();
    await until('an alert on its way', () => sentTo(slow.customer).length > 0);
    await other.pay();
    await untilDelivered(other.customer, 'payment-approved', 'payment-executed');
    await untilDelivered(slow.customer, 'payment-approved', 'payment-executed');
    expect(kinds(slow.customer)).toEqual(['payment-approved', 'payment-executed']);
  });

  it('as each owner of a joint account who approved', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const { iban } = await anAccount(bank, [one, two], { rule: 'both' });
    const client = await bank.client({ name: 'Family Ledger' });
    const consentId = await client.createConsent({ balances: [{ iban }] });
    await client.approvedBy(one, 'consents', `AIS:${consentId}`);
    await untilDelivered(one, 'access-waits');
    expect(sentTo(two)).toEqual([]);
    const browser = await entered(two);
    await browser.open(`/customer/pending/${consentId}`);
    await browser.press('approve');
    await untilDelivered(one, 'access-given');
    await untilDelivered(two, 'access-given');
    expect([kinds(one), kinds(two)]).toEqual([['access-waits', 'access-given'], ['access-given']]);
    expect(delivered(one)[1]!.body['alertId']).not.toBe(delivered(two)[0]!.body['alertId']);
  });

  it('with no name, account number or customer in logs and metrics', async () => {
    const { customer, iban, pay } = await payer();
    server.nextStatuses = [500];
    await pay();
    await untilDelivered(customer, 'payment-approved', 'payment-executed');
    const log = readFileSync(join(dirname(bank.facts.keysDir), 'logs', 'ais-pis.log'), 'utf8');
    const { text } = await exchange(`${bank.operator.internal!['ais-pis']}/metrics`);
    expect(log).toMatch(/"job failed".*alert-customer.*answered 500/);
    expect(text).toMatch(/openbank_customer_alerts_total\{[^}]*outcome="delivered"[^}]*\} [1-9]/);
    expect(text).toMatch(/openbank_customer_alerts_total\{[^}]*outcome="failed"[^}]*\} [1-9]/);
    for (const written of [log, text]) expect(written).not.toMatch(new RegExp(`Bookshop|${iban}|${customer.psuId}|${customer.login}`));
  });
});
