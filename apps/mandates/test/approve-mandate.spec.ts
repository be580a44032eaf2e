import { Browser, exchange, inDays, newCustomer, runningBank, titleOf } from '@open-banking/testing';
import { anAccount, aDebtor, activeMandate, receivedMandate } from './a-debtor.js';

describe('a mandate at the mandates issuer', () => {
  const bank = runningBank(['ais-pis', 'mandates']);
  const ownershipChanges = async (resourceId: string) =>
    (
      await bank
        .database('mandates')
        .query<{ change: string }>(
          "select from_status || ' ' || to_status as change from mandate_status_change where resource_id = $1 order by change_number",
          [resourceId],
        )
    ).rows.map(({ change }) => change);

  it('is approved by its customer: it is active, signed today, and names the chosen account', async () => {
    const customer = await newCustomer(bank);
    const [one, other] = [await anAccount(bank, [customer]), await anAccount(bank, [customer])];
    await anAccount(bank, [customer], { currency: 'ILS' });
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank);
    const approved = await client.approvedBy(customer, 'mandates', scope, { accounts: [other.iban] });
    const mandate = await itself.get(self);
    expect(mandate).toAnswer(200, {
      mandateStatus: 'ACTV',
      dateOfSignature: inDays(0),
      debtorAccount: { iban: other.iban, currency: 'EUR' },
    });
    expect(mandate.text).not.toContain(one.iban);
    expect(mandate.body.reasonCode).toBeUndefined();
    expect((await approved.get(`${self}/status`)).body).toEqual({ mandateStatus: 'ACTV' });
    expect(await ownershipChanges(resourceId)).toEqual(['RCVD ACTV']);
  });

  it('offers only accounts in its own currency, and says so if there are none', async () => {
    const customer = await newCustomer(bank);
    const { client, itself, self, scope } = await receivedMandate(bank);
    const shekels = await anAccount(bank, [customer], { currency: 'ILS' });
    await expect(client.approvedBy(customer, 'mandates', scope)).rejects.toThrow(/page says/);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'RCVD' });
    const [first, second] = [await anAccount(bank, [customer]), await anAccount(bank, [customer])];
    await expect(client.approvedBy(customer, 'mandates', scope, { accounts: [shekels.iban] })).rejects.toThrow('does not offer');
    await client.approvedBy(customer, 'mandates', scope, { accounts: [first.iban] });
    expect((await itself.get(self)).body.debtorAccount).toEqual({ iban: first.iban, currency: 'EUR' });
    expect(second.iban).not.toBe(first.iban);
  });

  it('that names an account is approved by its owner, and by nobody else', async () => {
    const { customer, account } = await aDebtor(bank);
    const { customer: stranger } = await aDebtor(bank);
    const { client, itself, self, scope } = await receivedMandate(bank, {
      debtorAccount: { bban: account.iban.slice(4), currency: 'EUR' },
    });
    await expect(client.approvedBy(stranger, 'mandates', scope)).rejects.toThrow(/page says/);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'RCVD' });
    await client.approvedBy(customer, 'mandates', scope);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'ACTV', debtorAccount: { bban: account.iban.slice(4) } });
  });

  it('is opened by its client, and a client_id that is none, however long, is an error of the request', async () => {
    const { client, scope } = await receivedMandate(bank);
    const opened = async (clientId: string): Promise<number> => {
      const address = new URL(client.authorization('mandates', scope).url);
      address.searchParams.set('client_id', clientId);
      return (await exchange(address.href)).status;
    };
    expect(await opened(client.clientId)).toBe(303);
    for (const clientId of ['nobody', 'a'.repeat(1_100), 'é'.repeat(300)]) expect(await opened(clientId)).toBe(400);
  });

  it('refused by its customer is rejected', async () => {
    const { customer } = await aDebtor(bank);
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank);
    await expect(client.approvedBy(customer, 'mandates', scope, { refuse: true })).rejects.toThrow('access_denied');
    expect((await itself.get(`${self}/status`)).body).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS02' });
    expect(await itself.delete(self)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID' }] });
    await expect(client.approvedBy(customer, 'mandates', scope)).rejects.toThrow('invalid_scope');
    expect(await ownershipChanges(resourceId)).toEqual(['RCVD RJCT']);
  });

  it('on an account of two owners waits for the second owner, and accepts nobody else', async () => {
    const [one, two, three] = [await newCustomer(bank), await newCustomer(bank), (await aDebtor(bank)).customer];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const { client, itself, self, scope, resourceId } = await receivedMandate(bank, { debtorAccount: { iban: shared.iban } });
    await client.approvedBy(one, 'mandates', scope);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'PATC' });
    expect((await itself.get(self)).body.dateOfSignature).toBeUndefined();
    await client.approvedBy(one, 'mandates', scope);
    await expect(client.approvedBy(three, 'mandates', scope)).rejects.toThrow(/page says/);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'PATC' });
    await client.approvedBy(two, 'mandates', scope);
    expect(await itself.get(self)).toAnswer(200, { mandateStatus: 'ACTV', dateOfSignature: inDays(0) });
    expect(await ownershipChanges(resourceId)).toEqual(['RCVD PATC', 'PATC ACTV']);
  });

  it('does not tell its client the account that a first owner has chosen until it is approved by both, nor after it is withdrawn', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const [approved, withdrawn] = [await receivedMandate(bank), await receivedMandate(bank)];
    for (const { client, itself, self, scope } of [approved, withdrawn]) {
      const byOne = await client.approvedBy(one, 'mandates', scope);
      for (const caller of [itself, byOne]) {
        const waiting = await caller.get(self);
        expect(waiting).toAnswer(200, { mandateStatus: 'PATC' });
        expect(waiting.text).not.toContain(shared.iban);
      }
    }
    expect(await withdrawn.itself.delete(withdrawn.self)).toAnswer(204);
    expect((await withdrawn.itself.get(withdrawn.self)).text).not.toContain(shared.iban);
    await approved.client.approvedBy(two, 'mandates', approved.scope);
    expect(await approved.itself.get(approved.self)).toAnswer(200, { mandateStatus: 'ACTV', debtorAccount: { iban: shared.iban } });
  });

  it('that waits for a second owner can be withdrawn by its creditor or refused by that owner', async () => {
    const [one, two] = [await newCustomer(bank), await newCustomer(bank)];
    const shared = await anAccount(bank, [one, two], { rule: 'both' });
    const waiting = async () => {
      const mandate = await receivedMandate(bank, { debtorAccount: { iban: shared.iban } });
      await mandate.client.approvedBy(one, 'mandates', mandate.scope);
      return mandate;
    };
    const [takenBack, refused] = [await waiting(), await waiting()];
    expect(await takenBack.itself.delete(takenBack.self)).toAnswer(204);
    expect((await takenBack.itself.get(`${takenBack.self}/status`)).body).toEqual({ mandateStatus: 'CANC', reasonCode: 'MD17' });
    await expect(refused.client.approvedBy(two, 'mandates', refused.scope, { refuse: true })).rejects.toThrow('access_denied');
    expect((await refused.itself.get(`${refused.self}/status`)).body).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS02' });
  });

  it('can be authorized again by the customer who approved it, without any change, and by nobody else', async () => {
    const { client, customer, approved, itself, self, scope } = await activeMandate(bank);
    const before = (await itself.get(self)).body as object;
    const again = await client.approvedBy(customer, 'mandates', scope);
    expect(again.token).not.toBe(approved.token);
    const browser = new Browser(bank.baseUrl, client.from);
    await browser.open(client.authorization('mandates', scope).url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    expect(titleOf(browser.response.text)).toContain('You have already given this mandate');
    expect(await again.get(self)).toAnswer(200, before);
    await expect(client.approvedBy((await aDebtor(bank)).customer, 'mandates', scope)).rejects.toThrow(/page says/);
  });

  it('cannot be authorized by another client', async () => {
    const { scope, approved } = await activeMandate(bank);
    const { customer } = await aDebtor(bank);
    await expect((await bank.client()).approvedBy(customer, 'mandates', scope)).rejects.toThrow('invalid_scope');
    const theirs = await receivedMandate(bank);
    expect(await approved.get(theirs.self)).toAnswer(404, { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] });
  });

  it('is activated once if it is approved in several windows at the same time', async () => {
    const { customer, account } = await aDebtor(bank);
    const { client, scope, resourceId } = await receivedMandate(bank, { debtorAccount: { iban: account.iban } });
    const tokens = await Promise.all(Array.from({ length: 4 }, () => client.approvedInOneWindow(customer, 'mandates', scope)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(4);
    expect(await ownershipChanges(resourceId)).toEqual(['RCVD ACTV']);
  });
});

describe('a client alone', () => {
  const bank = runningBank(['ais-pis', 'mandates']);

  it.each(['mandates', 'cancellation'] as const)('cannot obtain an approval at the %s issuer with any grant type', async (issuer) => {
    const { client, itself, self, scope, resourceId, customer } = await activeMandate(bank);
    expect(await itself.delete(self)).toAnswer(202);
    const wanted = issuer === 'mandates' ? scope : `MANDATE-CANCEL:${resourceId}`;
    const redirect = { redirect_uri: client.client.redirectUri, code_verifier: 'x'.repeat(43) };
    const tried: Record<string, string>[] = [
      { grant_type: 'client_credentials', scope: wanted },
      { grant_type: 'client_credentials', scope: `MANDATE ${wanted}` },
      { grant_type: 'authorization_code', code: 'invented', scope: wanted, ...redirect },
      { grant_type: 'refresh_token', refresh_token: 'invented', scope: wanted },
      { grant_type: 'refresh_token', refresh_token: itself.token!, scope: wanted },
      { grant_type: 'password', username: customer.login, password: customer.password, scope: wanted },
      { grant_type: 'implicit', scope: wanted },
      { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'x.y.z', scope: wanted },
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: itself.token!,
        subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
        scope: wanted,
      },
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: 'invented', scope: wanted },
    ];
    for (const form of tried) expect(await client.requestToken(issuer, form)).toAnswer(400);
    const approved = await client.approvedBy(customer, issuer, wanted);
    expect(approved.token).toEqual(expect.any(String));
  });

  it('gets a client token from the mandates issuer, and none from the cancellation issuer', async () => {
    const client = await bank.client();
    expect(await client.requestToken('mandates', { grant_type: 'client_credentials' })).toAnswer(200, { scope: 'MANDATE' });
    for (const scope of [undefined, 'MANDATE', 'MANDATE-CANCEL']) {
      expect(await client.requestToken('cancellation', { grant_type: 'client_credentials', ...(scope && { scope }) })).toAnswer(400, {
        error: 'invalid_scope',
      });
    }
  });
});
