import { createHash } from 'node:crypto';
import { ALL_SOLELY_OWNED, APPROVERS_UNKNOWN, grantsOn, jointGrant } from '../src/resource-grants.js';
import { authorizeRead, permissionNotGranted, statementNeedsBalances } from '../src/consent-coverage.js';
import type { ConsentState, Grant, Introspection } from '@open-banking/contracts';
import { noRepeatedHeaders, type RepeatedHeaders } from '@open-banking/http';
import type { Refusal } from '@open-banking/messages';
import { aisPis, cards, loanServices, savingsLoans, type Operation } from '@open-banking/spec';

const consentId = '7d0c1b1e-58c1-4c35-9b0a-3a1d7c1f2a10';
const gold = '11111111-1111-4111-8111-111111111111';
const silver = '22222222-2222-4222-8222-222222222222';
const card = (resourceId: string, ...permissions: Grant['permissions']): Grant => ({
  service: 'cards',
  kind: 'card',
  resourceId,
  permissions,
});

const consentState = (parts: Partial<ConsentState>): ConsentState => ({
  id: consentId,
  status: 'valid',
  recurring: true,
  frequencyPerDay: 4,
  ownerName: false,
  joint: [],
  ...parts,
});
const asking = (
  row: Operation,
  parts: Partial<ConsentState>,
  params: Record<string, string> = {},
  headers: Record<string, string> = { 'consent-id': consentId },
  repeated: RepeatedHeaders = noRepeatedHeaders,
) => {
  const who: Introspection = {
    active: true,
    issuer: 'consents',
    clientId: 'tpp',
    psuId: 'noa',
    scope: `AIS:${consentId}`,
    consent: consentState(parts),
  };
  return authorizeRead(row, who, { headers, repeated }, params, new Date());
};
const refusal = (...asked: Parameters<typeof asking>): string => {
  try {
    asking(...asked);
    return 'let in';
  } catch (error) {
    return (error as Refusal).faults[0]!.code;
  }
};
/** A refusal as its client sees it. */
const refused = (...asked: Parameters<typeof asking>) => {
  try {
    return asking(...asked);
  } catch (error) {
    const { faults, hints } = error as Refusal;
    return { ...faults[0]!, ...hints };
  }
};
const grants = [card(gold, 'accounts', 'balances'), card(silver, 'accounts')];

describe('what a consent lets its client read', () => {
  it('is exactly the resources named in the consent, with the permissions named for each', () => {
    expect(asking(cards.listCards, { grants }).principal).toMatchObject({
      granted: [gold, silver],
      grantedBalances: [gold],
      psuId: 'noa',
      attended: false,
    });
    expect(asking(cards.readCardBalances, { grants }, { cardId: gold }).principal.granted).toEqual([gold]);
  });

  it("is all of the customer's resources for its permissions, if the consent names none", () => {
    expect(asking(cards.listCardTransactions, { everywhere: ['accounts', 'transactions'] }, { cardId: gold }).principal).toMatchObject({
      granted: [ALL_SOLELY_OWNED],
      grantedBalances: [],
    });
    expect(refusal(cards.readCardBalances, { everywhere: ['accounts', 'transactions'] }, { cardId: gold })).toBe('CONSENT_INVALID');
  });

  it("includes resources of two owners once both have approved; a second owner's token covers only those", () => {
    const owners = ['11111111-aaaa-4111-8111-111111111111', '22222222-aaaa-4111-8111-111111111111'] as const;
    const parts = { everywhere: ['accounts', 'balances'], shared: [gold], joint: [{ resourceId: gold, owners }] } as const;
    const both = jointGrant(gold, owners);
    expect(asking(cards.listCards, parts).principal).toMatchObject({
      granted: [ALL_SOLELY_OWNED, gold, both],
      grantedBalances: [ALL_SOLELY_OWNED, gold, both],
    });
    expect(asking(cards.readCardBalances, { ...parts, second: true }, { cardId: gold }).principal.granted).toEqual([gold, both]);
    expect(asking(cards.readCardBalances, { grants, joint: parts.joint }, { cardId: gold }).principal.granted).toEqual([gold, both]);
    expect(grantsOn([ALL_SOLELY_OWNED, gold, both], gold)).toEqual([gold, gold, both]);
    expect(grantsOn([gold, both], silver)).toEqual([]);
    expect(refusal(cards.listCardTransactions, { ...parts, second: true }, { cardId: gold })).toBe('CONSENT_INVALID');
  });

  it('names the missing permission for granted resources, and nothing about others', () => {
    expect(refusal(cards.readCardBalances, { grants }, { cardId: silver })).toBe('CONSENT_INVALID');
    expect(asking(cards.readCardBalances, { grants }, { cardId: '33333333-3333-4333-8333-333333333333' }).principal.granted).toEqual([
      gold,
    ]);
    expect(refusal(cards.listCardTransactions, { grants }, { cardId: gold })).toBe('CONSENT_INVALID');
  });

  it('is refused as an invalid token, with the header it comes from and what is missing', () => {
    expect(refused(cards.readCardBalances, { grants }, { cardId: silver })).toMatchObject({
      code: 'CONSENT_INVALID',
      path: 'Consent-ID',
      text: expect.stringContaining('no balances of this card'),
      tokenError: 'invalid_token',
    });
    expect(refused(loanServices.listAllLoans, { grants })).toMatchObject({ text: expect.stringContaining('no accounts of any loan') });
    expect(refused(cards.listCards, { grants }, {}, { 'consent-id': gold })).toMatchObject({
      code: 'CONSENT_UNKNOWN',
      path: 'Consent-ID',
      tokenError: 'invalid_token',
    });
    expect([permissionNotGranted('balances', 'withBalance'), statementNeedsBalances()]).toMatchObject([
      { faults: [{ code: 'CONSENT_INVALID', path: 'withBalance' }], hints: { tokenError: 'invalid_token' } },
      { faults: [{ code: 'CONSENT_INVALID', path: 'Accept' }], hints: { tokenError: 'invalid_token' } },
    ]);
  });

  it('is told to the operation with the roles and the scope of the token, which a client token may lack', () => {
    const active = { active: true, issuer: 'consents', clientId: 'tpp' } as const;
    const read = (who: Introspection, row: Operation = aisPis.readConsent as Operation) =>
      authorizeRead(row, who, { headers: {}, repeated: noRepeatedHeaders }, {}, new Date());
    expect(read({ ...active, roles: ['PSP_AI'], scope: 'AIS' } as Introspection)).toMatchObject({
      principal: { clientId: 'tpp', roles: ['PSP_AI'], scope: 'AIS', granted: [], grantedBalances: [], attended: false },
      faults: [],
    });
    expect(read(active as Introspection).principal).toMatchObject({ roles: [], scope: '' });
    expect(read(active as Introspection, cards.listCards).faults).toMatchObject([{ code: 'FORMAT_ERROR', path: 'Consent-ID' }]);
  });

  it('is asked of the database with an id that no resource has: for all that one customer owns alone, and for what two own together', () => {
    expect(ALL_SOLELY_OWNED).toBe('00000000-0000-0000-0000-000000000000');
    const [one, other, another] = ['1', '2', '3'].map((digit) => `${digit}1111111-aaaa-4111-8111-111111111111`) as [string, string, string];
    const pair = jointGrant(gold, [one, other]);
    expect([pair.length, jointGrant(gold, [other, one])]).toEqual([36, pair]);
    expect([jointGrant(gold, [one, another]), jointGrant(silver, [one, other])]).not.toContain(pair);
  });

  it('is what the previous release of ais-pis tells, which does not say who has approved', () => {
    expect(asking(cards.listCards, { grants, joint: undefined as never }).principal.granted).toEqual([gold, silver, APPROVERS_UNKNOWN]);
  });

  it('is limited to the kinds of resources it grants', () => {
    expect(refusal(aisPis.listAccounts, { grants })).toBe('CONSENT_INVALID');
    expect(refusal(loanServices.listAllLoans, { grants })).toBe('CONSENT_INVALID');
    expect(refusal(cards.listCards, { everywhere: ['accounts'], restrictedTo: ['LOAN'] })).toBe('CONSENT_INVALID');
    expect(asking(loanServices.listAllLoans, { everywhere: ['accounts'], restrictedTo: ['LOAN'] }).principal.granted).toEqual([
      ALL_SOLELY_OWNED,
    ]);
  });

  it("is only the five lists, if the customer granted lists; loan services' list, which shows debts, is not among them", () => {
    const parts = { everywhere: ['accounts', 'balances'], listsOnly: true } as const;
    expect(asking(cards.listCards, parts).principal.granted).toEqual([ALL_SOLELY_OWNED]);
    expect(refusal(cards.readCard, parts, { cardId: gold })).toBe('CONSENT_INVALID');
    expect(asking(savingsLoans.listLoans, parts).principal.granted).toEqual([ALL_SOLELY_OWNED]);
    expect(refusal(loanServices.listAllLoans, parts)).toBe('CONSENT_INVALID');
  });

  it.each([
    ['received', 'CONSENT_INVALID'],
    ['partiallyAuthorised', 'CONSENT_INVALID'],
    ['terminatedByTpp', 'CONSENT_INVALID'],
    ['expired', 'CONSENT_EXPIRED'],
    ['valid', 'let in'],
  ] as const)('while %s: %s', (status, answer) => {
    expect(refusal(cards.listCards, { grants, status })).toBe(answer);
  });

  it('requires the Consent-ID header, in any letter case, to name this consent', () => {
    expect(asking(cards.listCards, { grants }, {}, { 'consent-id': consentId.toUpperCase() }).faults).toEqual([]);
    expect(refusal(cards.listCards, { grants }, {}, { 'consent-id': gold })).toBe('CONSENT_UNKNOWN');
    const { faults, principal } = asking(cards.listCards, { grants }, {}, { 'psu-ip-address': 'here' });
    expect(faults.map(({ code, path }) => `${code} ${path}`)).toEqual(['FORMAT_ERROR PSU-IP-Address', 'FORMAT_ERROR Consent-ID']);
    expect(principal.granted).toEqual([]);
  });

  it.each(['192.0.2.1', '2001:db8::1'])('is read with the customer present from %s', (address) => {
    expect(asking(cards.listCards, { grants }, {}, { 'consent-id': consentId, 'psu-ip-address': address })).toMatchObject({
      principal: { attended: true },
      faults: [],
    });
  });

  it('is not decided by a header that came more than once, which validation refuses', () => {
    const twice = (...names: string[]): RepeatedHeaders => new Map(names.map((name) => [name, { code: 'FORMAT_ERROR' as const }]));
    const sent = { 'consent-id': `${consentId}, ${consentId}`, 'psu-ip-address': '192.0.2.1, 192.0.2.2' };
    expect(refusal(cards.readCard, { grants }, { 'account-id': gold }, sent)).toBe('CONSENT_UNKNOWN');
    const { principal, faults } = asking(cards.readCard, { grants }, { 'account-id': gold }, sent, twice('consent-id', 'psu-ip-address'));
    expect({ granted: principal.granted, faults }).toEqual({ granted: [], faults: [] });
    const found = asking(cards.readCard, { grants }, { 'account-id': gold }, { ...sent, 'consent-id': consentId }).faults;
    expect(found).toMatchObject([{ path: 'PSU-IP-Address' }]);
  });
});

describe('what stands among the ids of a grant', () => {
  it('is no resource: each mark is an id of its own, in the form of the column that it is compared with', () => {
    expect([ALL_SOLELY_OWNED, APPROVERS_UNKNOWN]).toEqual(['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000001']);
  });

  it('for a resource of two owners is the same for both orders, and another for other owners', () => {
    const [noa, tal, lior] = ['a1', 'b2', 'c3'].map((end) => `33333333-3333-4333-8333-3333333333${end}`) as [string, string, string];
    // The first 32 digits of SHA-256 of the three ids, as PostgreSQL computes them too.
    const expected = createHash('sha256')
      .update(gold + noa + tal)
      .digest('hex')
      .slice(0, 32);
    expect([jointGrant(gold, [noa, tal]), jointGrant(gold, [tal, noa])].map((id) => id.replaceAll('-', ''))).toEqual([expected, expected]);
    expect(jointGrant(gold, [noa, lior])).not.toBe(jointGrant(gold, [noa, tal]));
  });
});
