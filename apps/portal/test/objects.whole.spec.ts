import { randomUUID } from 'node:crypto';
import { services } from '@open-banking/spec';
import { freshBank, until } from '@open-banking/testing';
import { kindPages, objectPath, type ObjectKind } from '../src/objects/object-kinds.js';
import { actionSteps } from '../src/objects/object-actions.js';
import { AScenarist } from './a-scenarist.js';
import { anotherPortal } from './another-portal.js';
import { instantPayments, SandboxObjects } from './a-sandbox-object.js';

const slowMs = 300_000;

describe("the pages of a developer's consents, payments and mandates", () => {
  // Its own, because statuses are written into its tables.
  const bank = freshBank(services);
  let own: SandboxObjects;
  beforeAll(async () => {
    own = await SandboxObjects.of(bank as never);
  }, slowMs);

  it(
    'show the states passed with their times, the customer, and what the client sees after each action',
    async () => {
      const consentId = await own.consent('both');
      const waiting = await own.shown('consent', consentId);
      expect(waiting.states).toEqual([
        ['received', true],
        ['partiallyAuthorised', true],
      ]);
      expect(waiting.text).toContain('aria-current="step"');
      const approved = await own.act('consent', consentId, 'approve-as-second-owner');
      expect(approved.text).toContain('The second owner has approved. Your client now sees <code>valid</code>');
      const revoked = await own.act('consent', consentId, 'revoke');
      expect(own.one.developer.browser.url.search).toBe('?done=revoke');
      expect(revoked.text).toContain('Your client now sees <code>revokedByPsu</code>: The customer has revoked the consent.');
      const { states, text } = await own.shown('consent', consentId);
      expect(states).toEqual([
        ['received', true],
        ['partiallyAuthorised', true],
        ['valid', true],
        ['revokedByPsu', true],
      ]);
      expect(text).toContain(
        `<dt>Customer</dt><dd><a href="/developer/customers/${own.customerId}">${(own.owner as { name?: string }).name}</a>`,
      );
      expect(text).toContain(`href="/developer/requests?object=${consentId}"`);
      expect(text).toContain('Not possible now');
      const itself = await own.client.withClientToken('consents', 'AIS');
      expect((await itself.get(`/v1.7/consents/${consentId}/status`)).body).toMatchObject({ consentStatus: 'revokedByPsu' });
    },
    slowMs,
  );

  it(
    'know the end of a consent that time, its client or a newer consent has brought, and an older end without a time',
    async () => {
      const [deleted, replaced] = [await own.consent('any', false), await own.consent('any')];
      const itself = await own.client.withClientToken('consents', 'AIS');
      expect(await itself.delete(`/v1.7/consents/${deleted}`)).toAnswer(204);
      await own.consent('any');
      expect((await own.shown('consent', deleted)).states).toEqual([
        ['received', true],
        ['terminatedByTpp', true],
      ]);
      expect((await own.shown('consent', replaced)).states).toEqual([
        ['received', true],
        ['valid', true],
        ['replacedByTpp', true],
      ]);
      await own.sql('ais-pis', 'update consent set ended_at = null where consent_id = $1', [deleted]);
      expect((await own.shown('consent', deleted)).states.at(-1)).toEqual(['terminatedByTpp', false]);
    },
    slowMs,
  );

  it(
    'have another bank reject a payment, or return it after it was accepted, with a reason',
    async () => {
      const [rejected, returned] = [await own.payment('any', { approved: false }), await own.payment('any')];
      const set = await own.act('payment', rejected, 'reject-at-other-bank', 'BE01');
      expect(set.text).toContain('The other bank will reject the payment when it receives it. Your client now sees <code>RCVD</code>');
      expect(set.text).toContain('set to answer “rejected” with BE01');
      await own.client.approvedBy(own.owner as never, 'payments', `PIS:${rejected}`);
      await own.settled(rejected, 'RJCT');
      expect((await own.shown('payment', rejected)).text).toContain('Reason <code>BE01</code>');
      await own.settled(returned, 'ACSC');
      const { states, offered } = await own.shown('payment', returned);
      expect(states.map(([status]) => status)).toEqual(['RCVD', 'ACTC', 'ACFC', 'ACSP', 'ACSC']);
      expect(offered).toEqual(['return-from-other-bank']);
      expect((await own.act('payment', returned, 'return-from-other-bank', 'XXXX')).status).toBe(400);
      expect((await own.act('payment', returned, 'return-from-other-bank', 'AC01')).status).toBe(200);
      await until('the money has come back', async () => (await own.shown('payment', returned)).text.includes('<code>RETURNED</code>'));
      expect((await own.shown('payment', returned)).text).toContain('The money has already come back.');
      const payer = await own.client.withClientToken('payments', 'PIS');
      expect((await payer.get(`${instantPayments}/${returned}/status`)).body).toMatchObject({ transactionStatus: 'ACSC' });
    },
    slowMs,
  );

  it(
    'have the creditor collect under a mandate: booked, returned with a reason, and refused where it is no amount',
    async () => {
      const resourceId = await own.mandate('any');
      expect((await own.act('mandate', resourceId, 'collect')).text).toContain(
        'The creditor has collected 12.00 EUR: <code>booked</code>.',
      );
      await own.act('mandate', resourceId, 'suspend');
      expect((await own.act('mandate', resourceId, 'collect', '', '3.5')).text).toContain(
        'The creditor has collected 3.50 EUR: <code>returned</code> with <code>MS02</code>.',
      );
      for (const amount of ['', 'x', '-1', '1,50', '0']) {
        const { status, text } = await own.act('mandate', resourceId, 'collect', '', amount);
        expect([amount, status, text.includes('class="notice alert"')]).toEqual([amount, 400, true]);
      }
      const { text, states } = await own.shown('mandate', resourceId);
      expect(states.map(([status]) => status)).toEqual(['RCVD', 'ACTV', 'SUSP']);
      expect(text.match(/<td[^>]*class="number">/g)).toHaveLength(2);
    },
    slowMs,
  );

  it(
    'offer no answer of another bank for a payment inside this bank',
    async () => {
      const paymentId = await own.payment('any', { approved: false, to: own.iban('both') });
      const { text, offered } = await own.shown('payment', paymentId);
      expect(offered).toEqual([]);
      expect(text).toContain('The creditor&#39;s account is at this bank: no other bank is involved.');
    },
    slowMs,
  );

  it(
    "answer for another developer's object like for one that does not exist, and leave it alone",
    async () => {
      const objects = {
        consent: await own.consent('both'),
        payment: await own.payment('both'),
        mandate: await own.mandate('any'),
      };
      const stranger = await SandboxObjects.of(bank as never);
      for (const [kind, id] of Object.entries(objects) as [ObjectKind, string][]) {
        const page = async (objectId: string) => (await stranger.page(kind, objectId)).text.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'id');
        expect(await page(id)).toBe(await page(randomUUID()));
        expect((await stranger.page(kind, id)).status).toBe(404);
        expect((await stranger.one.developer.browser.open(kindPages[kind].list.path)).text).not.toContain(id);
        const before = (await own.shown(kind, id)).status;
        const { browser } = stranger.one.developer;
        await browser.open(kindPages[kind].list.path);
        const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open('/developer/scenarios')).text)![1]!;
        for (const step of actionSteps)
          expect([
            kind,
            step,
            (await browser.open(objectPath(kind, id), new URLSearchParams({ csrf, step, reason: 'AC04', amount: '1.00' }))).status,
          ]).toEqual([kind, step, 404]);
        expect((await own.shown(kind, id)).status).toBe(before);
        expect((await own.one.developer.browser.open(kindPages[kind].list.path)).text).toContain(id);
      }
      // A customer of another developer may approve, too: who that is stays the other developer's.
      const { consentId } = await stranger.client.consentedBy(own.owner as never, 'allPsd2');
      const { text } = await stranger.page('consent', consentId);
      expect(text).toContain('<dt>Customer</dt><dd>a customer of the bank</dd>');
      expect(text).not.toContain((own.owner as { name?: string }).name!);
    },
    slowMs,
  );

  it(
    'list the newest first in pages without a gap, by client and by status',
    async () => {
      const { one, client } = await SandboxObjects.of(bank as never);
      const consentId = await client.createConsent('allPsd2');
      const { clientId } = await one.client(bank as never);
      await own.sql(
        'ais-pis',
        `insert into consent select r.* from consent c, generate_series(1, 44) n,
           lateral jsonb_populate_record(null::consent, to_jsonb(c) || jsonb_build_object('consent_id', gen_random_uuid(), 'created_at', c.created_at - n % 5 * interval '1 hour',
             'status', case n % 4 when 0 then 'rejected' else 'received' end, 'approve_by', case n % 4 when 0 then null else c.approve_by end)) r
         where c.consent_id = $1`,
        [consentId],
      );
      const { browser } = one.developer;
      const idsFrom = async (address: string) => {
        const ids: string[] = [];
        for (let next: string | undefined = address, pages = 0; next !== undefined; pages += 1) {
          const { text } = await browser.open(next);
          ids.push(...[...text.matchAll(/<td[^>]*><a href="\/developer\/consents\/([\da-f-]{36})"/g)].map(([, id]) => id!));
          next = /<a href="([^"]+)">Older consents/.exec(text)?.[1]?.replaceAll('&amp;', '&');
          expect(pages).toBeLessThan(4);
        }
        return ids;
      };
      const all = await idsFrom('/developer/consents');
      const { rows } = await own.sql(
        'ais-pis',
        'select consent_id as id, status from consent where client_id = $1 order by created_at desc, consent_id desc',
        [client.clientId],
      );
      expect(all).toEqual((rows as { id: string }[]).map(({ id }) => id));
      const rejected = (rows as { id: string; status: string }[]).filter(({ status }) => status === 'rejected').map(({ id }) => id);
      expect(rejected).toHaveLength(11);
      expect(await idsFrom('/developer/consents?status=rejected')).toEqual(rejected);
      expect(await idsFrom(`/developer/consents?client=${client.clientId}&status=rejected`)).toEqual(rejected);
      expect(await idsFrom(`/developer/consents?client=${clientId}`)).toEqual([]);
      expect((await browser.open(`/developer/consents?client=${clientId}`)).text).toContain('No consent matches these filters.');
      // A place in another developer's list is none in this one.
      expect(await idsFrom(`/developer/consents?before=${await own.consent('any', false)}`)).toEqual([]);
    },
    slowMs,
  );

  it(
    'exist in the sandbox alone',
    async () => {
      const elsewhere = await anotherPortal(bank as never, '0', () => 'http://127.0.0.1:9');
      try {
        for (const { list, one } of Object.values(kindPages))
          for (const path of [list.path, one.path.replace(/\{\w+\}/, randomUUID())])
            expect([path, (await fetch(`${elsewhere.baseUrl}${path}`, { redirect: 'manual' })).status]).toEqual([path, 404]);
      } finally {
        await elsewhere.stop();
      }
    },
    slowMs,
  );

  it(
    'say where the first one comes from to a developer who has none',
    async () => {
      const { developer } = await AScenarist.of(bank as never);
      expect((await developer.browser.open('/developer/payments')).text).toContain('You have no clients yet.');
      await developer.register();
      expect((await developer.browser.open('/developer/payments')).text).toContain('/developer/console/operations/createPayment');
    },
    slowMs,
  );
});
