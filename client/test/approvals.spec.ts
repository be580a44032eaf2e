import { daysAgo, runningBank, until } from '@open-banking/testing';
import { UnsavedGrantError, VerificationError, type CustomerAccess, type Grant, type Issuer } from '../src/index.js';
import {
  aMandate,
  aPayment,
  scriptedResponse,
  approve,
  connectedClient,
  consentForAll,
  recordingClient,
  type Connected,
  type Sent,
} from './connected.js';
import { services } from '@open-banking/spec';

describe('a customer who approves', () => {
  const running = runningBank(services);
  const inEur = () =>
    running.customers.findLast(({ accounts }) => accounts.some(({ kind, currency }) => kind === 'account' && currency === 'EUR'))!;

  async function consented(client: Connected): Promise<CustomerAccess<'consents'>> {
    const { consentId } = await client.bank.createConsent({ body: consentForAll });
    const authorization = await client.bank.authorize('consents', consentId);
    return client.bank.finish(authorization, await approve(running.demo, authorization));
  }

  it('a consent lets the client read balances, and each page of transactions once', async () => {
    const client = await connectedClient(running);
    const customer = (await consented(client)).with({ psuIpAddress: '192.0.2.10' });
    const { accounts } = await customer.listAccounts({ withBalance: true });
    expect(accounts.length).toBe(running.resources(running.demo, 'account').length);
    const { resourceId: accountId } = accounts[0]!;
    const { balances } = await customer.readAccountBalances({ accountId });
    expect(balances.map(({ balanceType }) => balanceType)).toContain('interimAvailable');
    expect(client.sent.at(-1)!.headers.get('psu-ip-address')).toBe('192.0.2.10');

    const ids: string[] = [];
    let pages = 0;
    for await (const page of customer.pages('listTransactions', { accountId, bookingStatus: 'booked', dateFrom: daysAgo(80), limit: 10 })) {
      pages += 1;
      ids.push(...page.transactions.booked!.map(({ transactionId }) => transactionId!));
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(ids.length);
    const asked = client.sent.slice(-pages).map(({ headers }) => headers.get('x-request-id'));
    expect(new Set(asked).size).toBe(pages);
  });

  it('a payment is paid, and its status becomes final', async () => {
    const { bank } = await connectedClient(running);
    const of = { paymentProduct: 'instant-sepa-credit-transfers' as const };
    const { paymentId } = await bank.createPayment({ ...of, body: aPayment });
    const authorization = await bank.authorize('payments', paymentId);
    const customer = await bank.finish(authorization, await approve(inEur(), authorization));
    await until('the payment is final', async () => {
      const { transactionStatus } = await customer.readPaymentStatus({ ...of, paymentId });
      return ['ACSC', 'ACCC', 'RJCT', 'CANC'].includes(transactionStatus);
    });
    expect((await bank.readPayment({ ...of, paymentId })).transactionStatus).toBe('ACSC');
  });

  it('a mandate is active, and its cancellation ends it', async () => {
    const { bank } = await connectedClient(running);
    const { resourceId } = await bank.createMandate({ body: aMandate() });
    const giving = await bank.authorize('mandates', resourceId);
    const customer = await bank.finish(giving, await approve(inEur(), giving));
    expect((await customer.readMandateStatus({ resourceId })).mandateStatus).toBe('ACTV');

    expect(await bank.deleteMandate({ resourceId })).toHaveProperty('_links');
    const cancelling = await bank.authorize('cancellation', resourceId);
    await bank.finish(cancelling, await approve(inEur(), cancelling));
    expect((await bank.readMandateStatus({ resourceId })).mandateStatus).toBe('CANC');
  });

  it('is told apart from one who refuses, and from an answer that belongs to another authorization or issuer', async () => {
    const { bank, sent } = await connectedClient(running);
    const { consentId } = await bank.createConsent({ body: consentForAll });
    const authorization = await bank.authorize('consents', consentId);
    const back = new URL(await approve(running.demo, authorization));
    const changed = (name: string, value: string | undefined): URL => {
      const url = new URL(back);
      if (value === undefined) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
      return url;
    };
    const before = sent.length;
    for (const url of [
      changed('state', 'another'),
      changed('state', undefined),
      changed('iss', `${running.baseUrl}/v1.7/oauth/payments`),
      changed('iss', undefined),
      changed('code', undefined),
    ])
      await expect(bank.finish(authorization, url)).rejects.toThrow(VerificationError);
    expect(sent.length).toBe(before);
    // The path and query suffice: a web server knows no more of its own address.
    expect((await bank.finish(authorization, back.pathname + back.search)).grant.resourceId).toBe(consentId);

    const other = await bank.createConsent({ body: consentForAll });
    const refusing = await bank.authorize('consents', other.consentId);
    const refused = await approve(running.demo, refusing, { refuse: true });
    await expect(bank.finish(refusing, refused)).rejects.toMatchObject({ name: 'OAuthError', error: 'access_denied' });
  });

  describe('whose access token has ended', () => {
    const isRead = ({ url }: Sent): boolean => url.includes('/v1.7/accounts');

    /** As an issuer that rotates refresh tokens: each is good once, and the second use of one ends the grant. Access tokens end when told so. */
    function rotating(client: Connected) {
      const seen = { refreshes: 0, reused: 0, expected: undefined as string | undefined, real: '' };
      const ended = new Set<string | null>();
      // The answer to one of the reads arrives after another read has got through with the next token.
      let late: PromiseWithResolvers<void> | undefined;
      let isHeld = false;
      client.between(async (request, pass) => {
        const form = new URLSearchParams(request.body);
        if (form.get('grant_type') !== 'refresh_token') {
          if (!isRead(request)) return pass();
          if (!ended.has(request.headers.get('authorization'))) {
            const answer = await pass();
            late?.resolve();
            return answer;
          }
          const waited = late;
          if (waited && !isHeld) {
            isHeld = true;
            await waited.promise;
          }
          return scriptedResponse(401, { tppMessages: [{ category: 'ERROR', code: 'TOKEN_EXPIRED' }] });
        }
        seen.refreshes += 1;
        if (seen.expected !== undefined && form.get('refresh_token') !== seen.expected) {
          seen.reused += 1;
          return scriptedResponse(400, { error: 'invalid_grant' });
        }
        seen.real ||= form.get('refresh_token')!;
        form.set('refresh_token', seen.real);
        const tokens = (await (await pass(form.toString())).json()) as object;
        seen.expected = `rotated-${seen.refreshes}`;
        return scriptedResponse(200, { ...tokens, refresh_token: seen.expected });
      });
      const end = ({ grant }: { readonly grant: { readonly accessToken: string } }, { oneIsLate = false } = {}) => {
        ended.add(`Bearer ${grant.accessToken}`);
        late = oneIsLate ? Promise.withResolvers() : undefined;
        isHeld = false;
      };
      return { seen, end };
    }

    it('is refreshed once for all calls at once, also for one that is refused after that, and their ids stay', async () => {
      const saved: (string | undefined)[] = [];
      const client = await connectedClient(running, { saveGrant: ({ refreshToken }) => void saved.push(refreshToken) });
      const customer = (await consented(client)).with({ psuIpAddress: '192.0.2.10' });
      expect(saved).toEqual([customer.grant.refreshToken]);
      const { seen, end } = rotating(client);
      for (const round of [1, 2]) {
        end(customer, { oneIsLate: true });
        const before = client.sent.length;
        const read = await Promise.all(Array.from({ length: 6 }, () => customer.listAccounts()));
        expect(read.every(({ accounts }) => accounts.length > 0)).toBe(true);
        expect(seen).toMatchObject({ refreshes: round, reused: 0 });
        expect(customer.grant.refreshToken).toBe(`rotated-${round}`);
        const ids = client.sent
          .slice(before)
          .filter(isRead)
          .map(({ headers }) => headers.get('x-request-id'));
        expect([new Set(ids).size, ids.length]).toEqual([6, 12]);
      }
      expect(saved.slice(1)).toEqual(['rotated-1', 'rotated-2']);
    });

    it('is read with the next one only after that is stored', async () => {
      const [asked, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let grants = 0;
      const client = await connectedClient(running, {
        saveGrant: async () => {
          if ((grants += 1) === 1) return;
          asked.resolve();
          await stored.promise;
        },
      });
      const customer = await consented(client);
      rotating(client).end(customer);
      const reading = customer.listAccounts();
      await asked.promise;
      // Meanwhile others can be answered, and this one is not sent.
      await client.bank.readConsentStatus({ consentId: customer.grant.resourceId });
      expect(client.sent.filter(isRead).length).toBe(1);
      stored.resolve();
      expect((await reading).accounts.length).toBeGreaterThan(0);
      expect(client.sent.filter(isRead).length).toBe(2);
    });

    it('is read on by another process from the stored grant, also before it ends', async () => {
      const saved: Grant<Issuer>[] = [];
      const client = await connectedClient(running, { saveGrant: (grant) => void saved.push(grant) });
      await consented(client);
      const stored = JSON.parse(JSON.stringify(saved.at(-1))) as Grant<'consents'>;
      const another = recordingClient(client.settings);
      expect((await another.bank.resume(stored).listAccounts()).accounts.length).toBeGreaterThan(0);
      expect(another.sent.length).toBe(1);

      const later = recordingClient(client.settings);
      const customer = later.bank.resume({ ...stored, expiresAt: new Date(Date.now() + 1_000).toISOString() });
      expect((await customer.listAccounts({}, { psuIpAddress: '192.0.2.10' })).accounts.length).toBeGreaterThan(0);
      expect(later.sent.map(({ url }) => url.split('/').at(-1))).toEqual(['oauth-authorization-server', 'token', 'accounts']);
      expect(saved.at(-1)!.accessToken).not.toBe(stored.accessToken);
    });

    it('is not read with tokens that could not be stored, and the error has them', async () => {
      let isFull = true;
      const client = await connectedClient(running, {
        saveGrant: () => {
          if (isFull) throw new Error('the disk is full');
        },
      });
      const error = await consented(client).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(UnsavedGrantError);
      const customer = client.bank.resume((error as UnsavedGrantError).grant as Grant<'consents'>);
      const { end } = rotating(client);
      end(customer);
      await expect(customer.listAccounts()).rejects.toThrow('the disk is full');
      await expect(customer.listAccounts()).rejects.toThrow('the disk is full');
      isFull = false;
      expect((await customer.listAccounts()).accounts.length).toBeGreaterThan(0);
      expect(customer.grant.refreshToken).toBe('rotated-1');
    });

    it('has to approve again where the refresh token is no longer accepted', async () => {
      const client = await connectedClient(running);
      const { grant } = await consented(client);
      const customer = client.bank.resume({ ...grant, accessToken: 'ended', refreshToken: 'ended' });
      await expect(customer.listAccounts()).rejects.toMatchObject({ name: 'OAuthError', error: 'invalid_grant', status: 400 });
    });
  });
});
