import { randomUUID } from 'node:crypto';
import { issuerRows, operations, services } from '@open-banking/spec';
import { completeInteraction, runningBank, until } from '@open-banking/testing';
import { SelfRegistered } from '@open-banking/ais-pis-testing/a-registration';

const payment = {
  instructedAmount: { currency: 'EUR', amount: '1.00' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};
const consent = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '2099-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const mandate = () => ({
  mandateId: randomUUID().slice(0, 30),
  mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
  occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH', firstCollectionDate: '2099-01-01' },
  maximumAmount: { currency: 'EUR', amount: '60' },
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount: payment.creditorAccount,
  debtor: { name: 'Dana Levi' },
});

/** The lists of what a consent opens. */
const lists = operations.filter(({ token, path }) => token?.consent && !path.includes('{'));

/** The use of each role: the issuer of its token and the operation it allows. */
const uses = [
  ['PSP_AI', 'consents', 'AIS', '/v1.7/consents', () => consent],
  ['PSP_PI', 'payments', 'PIS', '/v1.7/payments/sepa-credit-transfers', () => payment],
  ['PSP_PI', 'mandates', 'MANDATE', '/v2/mandates', mandate],
] as const;

describe.each(['baseline', 'fapi2'] as const)('the role of a client, in profile %s', (profile) => {
  const bank = runningBank(services, { profile });

  it.each(uses)(
    '%s is required at issuer %s for %s, and by the operation whenever it is called',
    async (role, issuer, scope, path, body) => {
      const self = await SelfRegistered.register(bank, { roles: ['PSP_AI', 'PSP_PI', 'PSP_IC'] });
      const { client } = self;
      const own = await client.withClientToken(issuer, scope);
      const create = () => own.paced.post(path, body(), { headers: { 'psu-ip-address': '127.0.0.1' } });
      const created = await create();
      expect(created).toAnswer(201);
      const read = () => own.paced.get(String(created.headers['location']));
      expect(await read()).toAnswer(200);

      const others = ['PSP_AI', 'PSP_PI', 'PSP_IC'].filter((one) => one !== role);
      expect(await self.manage('PUT', { ...self.updatableMetadata, roles: others, scope: undefined })).toAnswer(200, { roles: others });
      // A token issued before is still valid; the mandates service caches its client for a second.
      let refused = await create();
      if (issuer === 'mandates') await until('the operation is refused', async () => (refused = await create()).status !== 201);
      expect(refused).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
      expect(refused.headers['www-authenticate']).toMatch(/error="invalid_token"/);
      expect(await read()).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(400, { error: 'invalid_scope' });

      expect(await self.manage('PUT', { ...self.updatableMetadata, roles: [...others, role] })).toAnswer(200);
      expect(await client.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(200, { scope });
      await until('what it created can be read again', async () => (await read()).status === 200);
    },
  );

  it('PSP_AI is required to delete a consent, and not to give back the grant that it was approved with, which ends it, too', async () => {
    const self = await SelfRegistered.register(bank, { roles: ['PSP_AI', 'PSP_PI'] });
    const { client } = self;
    const consentId = await client.createConsent('allPsd2');
    const authorization = await client.startAuthorization('consents', `AIS:${consentId}`);
    const { login, password } = bank.demo;
    const redirect = await completeInteraction(authorization.url, { login, password, from: client.from });
    const { grant_id: grantId } = (await client.redeem(authorization, redirect)) as unknown as { grant_id: string };
    const own = await client.withClientToken('consents', 'AIS');
    expect(await self.manage('PUT', { ...self.updatableMetadata, roles: ['PSP_PI'], scope: undefined })).toAnswer(200);
    expect(await own.delete(`/v1.7/consents/${consentId}`)).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
    const revoking = await client.withClientToken('consents', 'grant_management_revoke');
    expect(await revoking.delete(issuerRows('consents').revokeGrant.path.replace('{grantId}', grantId))).toAnswer(204);
    const { rows } = await bank.database('ais-pis').query('select status from consent where consent_id = $1', [consentId]);
    expect(rows).toEqual([{ status: 'terminatedByTpp' }]);
  });

  it('PSP_AI is required to read what a customer approved, in every service and whenever it is called', async () => {
    const self = await SelfRegistered.register(bank, { roles: ['PSP_AI', 'PSP_PI'] });
    const permitted = await self.client.consentedBy(bank.demo);
    const paths = [...new Map(lists.map(({ service, path }) => [service, path])).values()];
    expect(paths.length).toBe(5);
    const become = async (roles: readonly string[]) =>
      expect(await self.manage('PUT', { ...self.updatableMetadata, roles, scope: undefined })).toAnswer(200, { roles });
    for (const path of paths) expect(await permitted.get(path)).toAnswer(200);
    await become(['PSP_PI']);
    // Services cache what they know of a client for a second.
    for (const path of paths) {
      await until(`${path} is refused`, async () => (await permitted.get(path)).status !== 200);
      expect(await permitted.get(path)).toAnswer(401, { tppMessages: [{ code: 'ROLE_INVALID' }] });
    }
    await become(['PSP_PI', 'PSP_AI']);
    for (const path of paths) await until(`${path} is read again`, async () => (await permitted.get(path)).status === 200);
  });

  it('is refused to a client that was added without it', async () => {
    for (const [role, issuer, scope] of uses) {
      const [with_, without] = [await bank.client({ roles: [role] }), await bank.client({ roles: ['PSP_IC'] })];
      expect(await with_.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(200);
      expect(await without.requestToken(issuer, { grant_type: 'client_credentials', scope })).toAnswer(400, { error: 'invalid_scope' });
    }
  });
});
