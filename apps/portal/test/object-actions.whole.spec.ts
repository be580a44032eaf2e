import { services } from '@open-banking/spec';
import { freshBank } from '@open-banking/testing';
import { statusesOf, type ObjectKind } from '../src/objects/object-kinds.js';
import { actionSteps } from '../src/objects/object-actions.js';
import { SandboxObjects } from './a-sandbox-object.js';

const slowMs = 300_000;

describe('the actions on the page of a consent, payment or mandate', () => {
  // Its own, because statuses are written into its tables.
  const bank = freshBank(services);
  let own: SandboxObjects;
  beforeAll(async () => {
    own = await SandboxObjects.of(bank as never);
  }, slowMs);

  /** A new object in this status. Its client and customer bring the status about; one that only time or another bank can bring is set. */
  const forced = async (service: 'ais-pis' | 'mandates', id: string, set: string) => {
    const [table, key] =
      service === 'mandates'
        ? ['mandate', 'resource_id']
        : set.startsWith('transaction')
          ? ['payment', 'payment_id']
          : ['consent', 'consent_id'];
    await own.sql(service, `update ${table} set ${set} where ${key} = $1`, [id]);
    return id;
  };
  const made: Readonly<Record<ObjectKind, Readonly<Record<string, () => Promise<string>>>>> = {
    consent: {
      received: () => own.consent('both', false),
      partiallyAuthorised: () => own.consent('both'),
      valid: () => own.consent('any'),
      ...Object.fromEntries(
        ['rejected', 'expired', 'revokedByPsu', 'terminatedByTpp', 'replacedByTpp'].map((status) => [
          status,
          async () => forced('ais-pis', await own.consent('both'), `status = '${status}', approve_by = null`),
        ]),
      ),
    },
    payment: {
      RCVD: () => own.payment('both', { approved: false }),
      RVCM: async () => forced('ais-pis', await own.payment('both', { approved: false }), "transaction_status = 'RVCM'"),
      PATC: () => own.payment('both'),
      PDNG: async () => {
        const paymentId = await own.payment('any', { dated: true });
        await own.settled(paymentId, 'PDNG');
        return paymentId;
      },
      ...Object.fromEntries(
        ['ACTC', 'ACFC', 'CANC', 'RJCT'].map((status) => [
          status,
          async () => forced('ais-pis', await own.payment('any', { dated: true }), `transaction_status = '${status}'`),
        ]),
      ),
      ...Object.fromEntries(
        ['ACSC', 'ACSP', 'ACCC'].map((status) => [
          status,
          async () => {
            const paymentId = await own.payment('any');
            await own.settled(paymentId, 'ACSC');
            return forced('ais-pis', paymentId, `transaction_status = '${status}'`);
          },
        ]),
      ),
    },
    mandate: {
      RCVD: () => own.mandate('both', false),
      PATC: () => own.mandate('both'),
      ACTV: () => own.mandate('any'),
      SUSP: async () => forced('mandates', await own.mandate('any'), "mandate_status = 'SUSP', suspended_by = 'customer'"),
      ...Object.fromEntries(
        ['EXPI', 'CANC', 'RJCT'].map((status) => [
          status,
          async () => forced('mandates', await own.mandate('any'), `mandate_status = '${status}'`),
        ]),
      ),
    },
  };
  const stepsOf: Readonly<Record<ObjectKind, readonly (typeof actionSteps)[number][]>> = {
    consent: ['revoke', 'use-up-reads', 'approve-as-second-owner', 'refuse-as-second-owner'],
    payment: ['approve-as-second-owner', 'refuse-as-second-owner', 'reject-at-other-bank', 'return-from-other-bank'],
    mandate: ['collect', 'suspend', 'resume', 'cancel'],
  };
  const cases = (Object.keys(made) as ObjectKind[]).flatMap((kind) => statusesOf(kind).map((status) => [kind, status] as const));

  it.each(cases)(
    'of a %s in %s offer exactly the actions that the bank then does, and say why it does no other',
    async (kind, status) => {
      const make = made[kind][status]!;
      const first = await make();
      const { status: now, offered, text } = await own.shown(kind, first);
      expect(now).toBe(status);
      const reason = (step: string) => (step.endsWith('other-bank') ? 'AC04' : '');
      for (const step of stepsOf[kind].filter((one) => !offered.includes(one))) {
        const answer = await own.act(kind, first, step, reason(step));
        // A consent that the customer has revoked before stays so, and a payment inside this bank has an answer that nothing reads.
        const tolerated = step === 'revoke' && status === 'revokedByPsu';
        expect([step, answer.status]).toEqual([step, tolerated ? 200 : 409]);
        expect([step, (await own.shown(kind, first)).status]).toEqual([step, status]);
      }
      expect(text.split('<dt>').length).toBeGreaterThan(stepsOf[kind].length - offered.length);
      for (const step of offered) {
        const id = step === offered[0] ? first : await make();
        const answer = await own.act(kind, id, step, reason(step));
        expect([step, answer.status, own.one.developer.browser.url.search]).toEqual([step, 200, `?done=${step}`]);
        expect(answer.text).toMatch(
          step === 'collect' && status !== 'ACTV' ? /class="notice note".*<code>returned/s : /class="notice done"/,
        );
      }
      for (const step of actionSteps.filter((one) => !stepsOf[kind].includes(one)))
        expect([step, (await own.act(kind, first, step)).status]).toEqual([step, 400]);
    },
    slowMs,
  );

  it(
    'say why a collection came back, and speak of their own kind alone',
    async () => {
      const resourceId = await own.mandate('any');
      await own.act('mandate', resourceId, 'suspend');
      const { text } = await own.act('mandate', resourceId, 'collect');
      expect(text).toMatch(/class="notice note"[^]*<code>MS02<\/code>\. The customer has suspended the mandate\./);
      const { text: page } = await own.shown('mandate', resourceId);
      expect(page.match(/The customer has suspended the mandate\./g)).toHaveLength(1);
      expect(page).toContain('Reason <code>MS02</code>: The customer refused or suspended it.');
      const paymentId = await own.payment('both');
      const { text: refused } = await own.act('payment', paymentId, 'refuse-as-second-owner');
      expect(refused).toContain('Reason <code>CUST</code>: The customer decided against the payment.');
      const { browser } = own.one.developer;
      const [consents, payments] = [await browser.open('/developer/consents'), await browser.open('/developer/payments')];
      expect([consents, payments].map(({ text: list }) => list.includes('other banks'))).toEqual([false, true]);
    },
    slowMs,
  );

  it(
    'of a mandate that the bank has suspended offer no resumption, which the bank refuses; of used-up reads no second use',
    async () => {
      const resourceId = await forced('mandates', await own.mandate('any'), "mandate_status = 'SUSP', suspended_by = 'bank'");
      const { offered, text } = await own.shown('mandate', resourceId);
      expect(offered).toEqual(['collect', 'cancel']);
      expect(text).toContain('only the bank can resume it');
      expect((await own.act('mandate', resourceId, 'resume')).status).toBe(409);
      const consentId = await own.consent('any');
      await own.act('consent', consentId, 'use-up-reads');
      const used = await own.shown('consent', consentId);
      expect(used.offered).toEqual(['revoke']);
      expect(used.text).toContain('The reads are used up until');
    },
    slowMs,
  );
});
