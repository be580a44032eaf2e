import { ClientCertificatesService } from '../src/client-certificates.js';
import { SenderConstraintService } from '../src/sender-constraint.js';
import { TokenAuthority } from '../src/introspection.js';
import { authenticateToken } from '../src/token-authentication.js';
import type { Introspection } from '@open-banking/contracts';
import { aisPis, cards, loanServices, type Issuer, type Operation } from '@open-banking/spec';
import type { Refusal } from '@open-banking/messages';

const consentId = '7d0c1b1e-58c1-4c35-9b0a-3a1d7c1f2a10';
const customer: Introspection = {
  active: true,
  issuer: 'consents',
  clientId: 'tpp',
  roles: ['PSP_AI'],
  psuId: 'noa',
  scope: `AIS:${consentId}`,
};
const client: Introspection = { active: true, issuer: 'consents', clientId: 'tpp', roles: ['PSP_AI'], scope: 'AIS loan-services' };

/** A token authority that knows one token of one issuer. */
class Knowing extends TokenAuthority {
  constructor(private readonly introspection: Introspection) {
    super();
  }
  introspect(issuer: Issuer, token: string): Promise<Introspection> {
    return Promise.resolve(
      issuer === this.introspection.issuer && token === 'good' ? this.introspection : { active: false, inactive: 'unknown', issuer },
    );
  }
}

const noDatabase = { row: () => Promise.reject(new Error('no proof is remembered here')), rows: () => Promise.resolve([]) } as never;
const senders = new SenderConstraintService(
  noDatabase,
  { profile: 'baseline', baseUrl: 'https://bank.example' },
  new ClientCertificatesService({ revocationListFiles: [] }),
);
const asking = (row: Operation, introspection: Introspection, authorization: string | undefined = 'Bearer good') =>
  authenticateToken(row, { authorization, method: row.method, path: row.path }, new Knowing(introspection), senders);
const refusal = (row: Operation, introspection: Introspection, authorization?: string) =>
  asking(row, introspection, authorization).then(
    () => 'let in',
    (error: Refusal) => `${error.faults[0]!.code} ${error.hints.tokenError ?? 'no token'}`,
  );

describe('the caller', () => {
  it('is identified by a token of the right issuer, kind, scope and role', async () => {
    expect(await asking(cards.readCard, customer)).toBe(customer);
    expect(await asking(aisPis.createConsent, client)).toBe(client);
    expect(await asking(aisPis.readConsent, client)).toBe(client);
    expect(await asking(aisPis.readConsent, customer)).toBe(customer);
    expect(await asking(cards.readCard, customer, 'bearer   good')).toBe(customer);
  });

  it.each(['', 'good', 'Basic good', 'Bearer', 'Bearer ', 'Bearer good more', 'Bearer g\u00f6od', 'xBearer good'])(
    'is unknown with %j',
    async (authorization) => {
      expect(await refusal(cards.readCard, customer, authorization)).toBe('TOKEN_UNKNOWN no token');
    },
  );

  it('is unknown with a token that its issuer does not know, or of another issuer', async () => {
    expect(await refusal(cards.readCard, customer, 'Bearer bad')).toBe('TOKEN_UNKNOWN invalid_token');
    expect(await refusal(aisPis.createPayment, client)).toBe('TOKEN_UNKNOWN invalid_token');
  });

  it('needs a token of the kind that the row requires', async () => {
    expect(await refusal(cards.readCard, client)).toBe('TOKEN_INVALID invalid_token');
    expect(await refusal(aisPis.createConsent, { ...customer, scope: 'AIS' })).toBe('TOKEN_INVALID invalid_token');
  });

  it("needs the scope; a scope with an id only from a customer's approval", async () => {
    expect(await refusal(loanServices.simulateMortgage, { ...client, scope: 'AIS' })).toBe('TOKEN_INVALID invalid_token');
    for (const scope of ['loan-services', 'grant_management_query', undefined])
      expect(await refusal(aisPis.deleteConsent, { ...client, scope })).toBe('TOKEN_INVALID invalid_token');
    expect(await refusal(aisPis.deleteConsent, { ...client, scope: 'loan-services AIS' })).toBe('let in');
    expect(await refusal(aisPis.readConsent, { ...client, scope: `AIS:${consentId}` })).toBe('TOKEN_INVALID invalid_token');
    expect(await refusal(aisPis.readConsent, { ...customer, scope: `PIS:${consentId}` })).toBe('TOKEN_INVALID invalid_token');
    expect(await refusal(cards.readCard, { ...customer, scope: 'AIS' })).toBe('TOKEN_INVALID invalid_token');
    expect(await refusal(cards.readCard, { ...customer, scope: `XAIS:${consentId}` })).toBe('TOKEN_INVALID invalid_token');
  });

  it('needs the role that the row requires', async () => {
    expect(await refusal(aisPis.createConsent, { ...client, roles: ['PSP_PI'] })).toBe('ROLE_INVALID invalid_token');
    expect(await refusal(aisPis.readConsent, { ...client, roles: ['PSP_PI'] })).toBe('ROLE_INVALID invalid_token');
    expect(await refusal(cards.readCard, { ...customer, roles: ['PSP_PI'] })).toBe('ROLE_INVALID invalid_token');
    expect(await refusal(cards.readCard, customer)).toBe('let in');
    expect(await refusal(loanServices.simulateMortgage, { ...client, roles: [] })).toBe('let in');
  });

  it('learns why a token is invalid: it expired, or its consent ended', async () => {
    const consent = { id: consentId, recurring: true, frequencyPerDay: 4, ownerName: false };
    expect(await refusal(cards.readCard, { ...customer, active: false, inactive: 'expired' })).toBe('TOKEN_EXPIRED invalid_token');
    expect(await refusal(cards.readCard, { ...customer, active: false, inactive: 'revoked' })).toBe('TOKEN_UNKNOWN invalid_token');
    expect(
      await refusal(cards.readCard, { ...customer, active: false, inactive: 'revoked', consent: { ...consent, status: 'expired' } }),
    ).toBe('CONSENT_EXPIRED invalid_token');
    expect(
      await refusal(cards.readCard, {
        ...customer,
        active: false,
        inactive: 'revoked',
        consent: { ...consent, status: 'terminatedByTpp' },
      }),
    ).toBe('CONSENT_INVALID invalid_token');
  });
});
