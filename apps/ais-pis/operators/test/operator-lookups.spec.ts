import { randomUUID } from 'node:crypto';
import { daysAgo, runningBank, until, type TestClient } from '@open-banking/testing';
import { backgroundInternal, everyInternal, lookupsInternal, services } from '@open-banking/spec';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';
import { notificationReceivers } from '@open-banking/ais-pis-testing/a-notification-receiver';
import { inEuro } from '@open-banking/ais-pis-testing/a-payment';

describe('an operator', () => {
  const bank = runningBank(services);
  const { receiving, clientOf, failedFor, settled } = notificationReceivers(bank);
  let [reader, actor]: Awaited<ReturnType<typeof anOperator>>[] = [];
  beforeAll(async () => {
    [reader, actor] = [await anOperator(bank, ['read']), await anOperator(bank, ['read', 'act'])];
  });

  /** A consent that asked for notifications and was ended, which is the one change to tell of. */
  const endedConsent = async (client: TestClient, origin: string): Promise<{ readonly consentId: string }> => {
    const access = {
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: daysAgo(-30),
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    };
    const itself = await client.withClientToken('consents', 'AIS');
    const created = await itself.post('/v1.7/consents', access, { headers: { 'tpp-notification-uri': `${origin}/told` } });
    const { consentId } = created.body as { consentId: string };
    expect(await itself.delete(`/v1.7/consents/${consentId}`)).toAnswer(204);
    return { consentId };
  };

  /** The row of a list that this test looks for: others fill the first pages. */
  const found = async <Row>(
    page: (after: { readonly after?: string }) => Promise<{ readonly rows: readonly Row[]; readonly next?: string | undefined }>,
    isIt: (row: Row) => boolean,
  ): Promise<Row> => {
    for (let after = {}; ;) {
      const { rows, next } = await page(after);
      const row = rows.find(isIt);
      if (row) return row;
      if (next === undefined) throw new Error('No page has it');
      after = { after: next };
    }
  };

  it('sees a consent with who approved it, without names and account numbers, and ends it with role act', async () => {
    const [client, customer] = [await bank.client(), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [customer]);
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    const { consentId } = permitted;
    const seen = await reader!.call(lookupsInternal.inspectConsent, undefined, { consentId });
    expect(seen).toAnswer(200, { clientId: client.clientId, status: 'valid', owners: [{ psuId: customer.psuId }] });
    expect(seen.text).toContain(`${iban.slice(0, 4)}…${iban.slice(-4)}`);
    expect(seen.text).not.toContain(iban);
    expect(seen.text).not.toContain(customer.login);

    const itself = await reader!.call(lookupsInternal.inspectCustomer, undefined, { customerId: customer.psuId });
    expect(itself.body).toEqual({ psuId: customer.psuId, initials: 'T. C.' });
    expect(await reader!.call(lookupsInternal.inspectCustomer, undefined, { customerId: randomUUID() })).toAnswer(404);

    expect(await reader!.call(lookupsInternal.revokeConsent, undefined, { consentId })).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID' }],
    });
    expect(await permitted.get('/v1.7/accounts')).toAnswer(200);
    expect(await actor!.call(lookupsInternal.revokeConsent, undefined, { consentId })).toAnswer(200, { status: 'revokedByPsu' });
    expect((await permitted.get('/v1.7/accounts')).status).toBe(401);
    expect(await actor!.call(lookupsInternal.revokeConsent, undefined, { consentId })).toAnswer(409, {
      tppMessages: [{ code: 'STATUS_INVALID' }],
    });
    expect((await auditedOperations(bank, consentId)).filter(Boolean)).toEqual([`${actor!.name} revokeConsent`]);
    const { body } = await reader!.call(backgroundInternal.listAudit, { subject: consentId });
    expect((body as { rows: object[] }).rows).toEqual([expect.objectContaining({ operation: 'revokeConsent', operator: actor!.name })]);
    for (const row of [lookupsInternal.inspectConsent, lookupsInternal.revokeConsent])
      expect(await actor!.call(row, undefined, { consentId: randomUUID() })).toAnswer(404);
  });

  it('finds the owners of an account and who signs in with a name, by one of the two', async () => {
    const [customer, other] = [await aCustomer(bank), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [customer, other]);
    const search = (by: object) => reader!.call(lookupsInternal.findCustomers, by);
    const ids = async (by: object) => {
      const answer = await search(by);
      expect(answer).toAnswer(200);
      return (answer.body as { customers: { psuId: string; initials: string }[] }).customers.map(({ psuId }) => psuId);
    };
    expect(await ids({ iban })).toEqual([customer.psuId, other.psuId].toSorted());
    expect(await ids({ login: other.login })).toEqual([other.psuId]);
    expect((await search({ login: other.login })).body).toEqual({ customers: [{ psuId: other.psuId, initials: 'T. C.' }] });
    expect(await ids({ iban: 'DE89370400440532013000' })).toEqual([]);
    expect(await ids({ login: 'nobody' })).toEqual([]);
    for (const neither of [{}, { iban, login: other.login }])
      expect(await search(neither)).toAnswer(400, {
        tppMessages: [{ code: 'FORMAT_ERROR', path: '/iban', text: 'Give either iban or login.' }],
      });
  });

  it('sees a payment with its history, without the creditor’s name', async () => {
    const [client, customer] = [await bank.client(), await aCustomer(bank)];
    const { iban } = await anAccount(bank, [customer]);
    const path = '/v1.7/payments/sepa-credit-transfers';
    const created = await (await client.withClientToken('payments', 'PIS')).post(path, { ...inEuro, debtorAccount: { iban } });
    const { paymentId } = created.body as { paymentId: string };
    await client.approvedBy(customer, 'payments', `PIS:${paymentId}`);
    const seen = await reader!.call(lookupsInternal.inspectPayment, undefined, { paymentId });
    expect(seen).toAnswer(200, { clientId: client.clientId, amount: '12.50', creditor: 'DE89…3000', owners: [{ psuId: customer.psuId }] });
    expect((seen.body as { history: object[] }).history[0]).toMatchObject({ from: 'RCVD', to: 'ACTC' });
    for (const hidden of [iban, 'Bookshop', inEuro.creditorAccount.iban]) expect(seen.text).not.toContain(hidden);
  });

  it('sees the job of a notification that fails, and has it tried again', async () => {
    const receiver = await receiving();
    const client = await clientOf(receiver);
    const { consentId } = await endedConsent(client, receiver.origin);
    await failedFor(consentId);
    const waiting = await found<{ notificationId: string; subjectId: string; jobId: string; problem: string }>(
      async (after) => {
        const { body } = await reader!.call(backgroundInternal.listUndelivered, { of: 'waiting', ...after });
        const { notifications, after: next } = body as { notifications: never[]; after?: string };
        return { rows: notifications, next };
      },
      ({ subjectId }) => subjectId === consentId,
    );
    expect(waiting).toMatchObject({ clientId: client.clientId, status: 'terminatedByTpp', problem: expect.any(String) });
    const job = { jobKind: 'tell-client', jobId: waiting.jobId };
    const later =
      "update jobs.job_common set start_after = now() + interval '1 h' where name = 'tell-client' and id = $1 and state = 'retry'";
    await until('an attempt is over', async () => (await bank.database('ais-pis').query(later, [waiting.jobId])).rowCount === 1);
    const failed = await found<{ jobId: string }>(
      async (after) => {
        const { body } = await reader!.call(backgroundInternal.listJobs, { kind: 'tell-client', failed: true, ...after });
        const { jobs, next } = body as { jobs: never[]; next?: string };
        return { rows: jobs, next };
      },
      ({ jobId }) => jobId === waiting.jobId,
    );
    expect(failed).toMatchObject({ state: 'failed', data: { notificationId: waiting.notificationId } });
    expect(await reader!.call(backgroundInternal.retryJob, undefined, job)).toAnswer(401);
    await receiver.open();
    expect(await actor!.call(backgroundInternal.retryJob, undefined, job)).toAnswer(204);
    await receiver.waitFor(1);
    await settled(consentId, 1);
    expect(await actor!.call(backgroundInternal.retryJob, undefined, job)).toAnswer(404);
    expect(await actor!.call(backgroundInternal.retryNotification, undefined, { notificationId: waiting.notificationId })).toAnswer(404);
  });

  it('has a notification that was given up sent again with the same X-Request-ID, for a week', async () => {
    const receiver = await receiving();
    const client = await clientOf(receiver);
    const { consentId } = await endedConsent(client, receiver.origin);
    await receiver.open();
    const [first] = await receiver.waitFor(1);
    await settled(consentId, 1);
    const notificationId = first!.headers['x-request-id'] as string;
    const givenUp = (madeBefore: string) =>
      bank
        .database('ais-pis')
        .query('update notification set delivered = false, settled_at = now(), made_at = now() - $2::interval where notification_id = $1', [
          notificationId,
          madeBefore,
        ]);
    const listed = async () => {
      const { body } = await reader!.call(backgroundInternal.listUndelivered, { of: 'given-up' });
      return (body as { notifications: { notificationId: string }[] }).notifications.find((one) => one.notificationId === notificationId);
    };
    const sendAgain = () => actor!.call(backgroundInternal.retryNotification, undefined, { notificationId });

    await givenUp('7 days');
    expect(await listed()).toMatchObject({ isRecent: false });
    expect(await sendAgain()).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    await givenUp('6 days');
    expect(await listed()).toMatchObject({ isRecent: true });
    expect(await sendAgain()).toAnswer(204);
    const again = (await receiver.waitFor(2))[1]!;
    expect([again.headers['x-request-id'], again.raw]).toEqual([notificationId, first!.raw]);
    expect(await settled(consentId, 1)).toEqual([expect.objectContaining({ notification_id: notificationId, delivered: true })]);
    expect((await auditedOperations(bank, consentId)).filter(Boolean)).toEqual([`${actor!.name} retryNotification`]);
  });

  it('is told why a service is not ready, and reads the audit newest first in pages', async () => {
    expect(await reader!.call(everyInternal.readServiceState)).toAnswer(200, { status: expect.any(String), problems: expect.any(Array) });
    const first = (await reader!.call(backgroundInternal.listAudit, {})).body as { rows: { auditId: string }[]; next?: string };
    const ids = first.rows.map(({ auditId }) => Number(auditId));
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    const before = first.rows[0]!.auditId;
    const next = (await reader!.call(backgroundInternal.listAudit, { before })).body as { rows: { auditId: string }[] };
    expect(next.rows.every(({ auditId }) => Number(auditId) < Number(before))).toBe(true);
  });
});
