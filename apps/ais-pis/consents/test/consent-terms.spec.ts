import type { CustomerResource } from '@open-banking/access';
import { kindOf } from '../src/consent-access.js';
import { consentTerms, type ConsentSituation } from '../src/consent-terms.js';
import type { Access } from '../src/consents.messages.js';
import type { ConsentRow, ConsentGrantRow } from '../src/consents.statements.js';

const account = (resourceId: string, rule: 'any' | 'both' = 'any'): CustomerResource => ({
  service: 'ais-pis',
  kind: 'account',
  resourceId,
  reference: { iban: `IBAN${resourceId}`, currency: 'EUR' },
  currency: 'EUR',
  cashAccountType: 'CACC',
  name: `Account ${resourceId}`,
  product: '',
  ownerName: '',
  rule,
});
const card = (resourceId: string): CustomerResource => ({
  ...account(resourceId),
  service: 'cards',
  kind: 'card',
  cashAccountType: 'CARD',
  reference: { maskedPan: '411111******1111', currency: 'EUR' },
});
const grantOf = ({ service, kind, resourceId, rule, reference }: CustomerResource): ConsentGrantRow => ({
  service,
  kind,
  resourceId,
  rule,
  reference,
  permissions: ['accounts', 'balances'],
});

const consent = (access: Access, over: Partial<ConsentRow> = {}): ConsentRow => ({
  consentId: 'k',
  psuId: null,
  status: 'received',
  kind: kindOf(access),
  access,
  recurring: true,
  frequencyPerDay: 4,
  validUntil: '2026-12-31',
  approveBy: null,
  endsAt: null,
  restrictedTo: access.restrictedTo ?? null,
  lastActionDate: '2026-11-21',
  grants: [],
  shared: [],
  approvers: [],
  ...over,
});
const facts = (asked: ConsentRow, over: Partial<ConsentSituation> = {}) =>
  consentTerms({
    consent: asked,
    status: asked.status,
    psuId: 'me',
    own: { resources: [account('1'), account('2', 'both'), card('3')], unavailable: [] },
    leftOut: [],
    ...over,
  });
const shown = (of: ReturnType<typeof facts>) => of.offers.map(({ key, permissions }) => `${key} ${permissions.join()}`);

describe('the facts of a consent on its approval page', () => {
  it('are the accounts named in the consent, each with its requested permissions', () => {
    const asked = facts(
      consent({
        balances: [{ iban: 'IBAN1' }],
        transactions: [{ maskedPan: '411111xxxxxx1111' }],
        additionalInformation: { ownerName: [{ iban: 'IBAN1' }] },
      }),
    );
    expect(asked).toMatchObject({
      access: 'named',
      rights: ['accounts', 'balances', 'transactions', 'ownerName'],
      unavailable: [],
      second: false,
      offers: [{ granted: ['accounts', 'balances', 'ownerName'] }, {}],
    });
    expect(shown(asked)).toEqual(['ais-pis:1 accounts,balances', 'cards:3 accounts,transactions']);
    expect(asked.blocked).toBeUndefined();
  });

  it("block the approval if a named account is not the customer's, without revealing which", () => {
    expect(facts(consent({ accounts: [{ iban: 'IBAN1' }, { iban: 'IBAN9' }] }))).toMatchObject({ blocked: 'accounts', offers: [] });
  });

  it('wait for an unavailable service that may own a named account, or leave it out', () => {
    const asked = consent({ accounts: [{ iban: 'IBAN1' }, { maskedPan: '411111xxxxxx1111' }] });
    const unavailable = { own: { resources: [account('1')], unavailable: ['cards' as const, 'securities' as const] } };
    expect(facts(asked, unavailable)).toMatchObject({ unavailable: ['cards'] });
    const without = facts(asked, { own: { resources: [account('1')], unavailable: ['securities'] }, leftOut: ['cards'] });
    expect(without).toMatchObject({ unavailable: [], leftOut: ['cards'] });
    expect(shown(without)).toEqual(['ais-pis:1 accounts']);
    expect(facts(consent({ accounts: [{ iban: 'IBAN1' }] }), unavailable)).toMatchObject({ unavailable: [] });
  });

  it("are all the customer's accounts of the allowed types if the customer chooses or everything is requested", () => {
    expect(facts(consent({ balances: [], restrictedTo: ['CARD'] }))).toMatchObject({
      access: 'offered',
      offers: [{ key: 'cards:3', permissions: ['accounts', 'balances'] }],
    });
    expect(facts(consent({ allPsd2: 'allAccountsWithOwnerName' }))).toMatchObject({
      access: 'all',
      rights: ['accounts', 'balances', 'transactions', 'ownerName'],
      offers: [{}, {}, {}],
    });
    expect(facts(consent({ availableAccounts: 'allAccounts' }))).toMatchObject({ access: 'list', rights: ['accounts'] });
    expect(facts(consent({ allPsd2: 'allAccounts', restrictedTo: ['SVGS'] }))).toMatchObject({ blocked: 'nothing' });
  });

  it('are shown again to the customer who approved, and to no other', () => {
    const approved = consent({ balances: [] }, { status: 'valid', psuId: 'me', approvers: ['me'], grants: [grantOf(account('1'))] });
    expect(facts(approved)).toMatchObject({ access: 'named', unavailable: [], offers: [{ key: 'ais-pis:1', name: 'Account 1' }] });
    expect(facts(approved, { own: { resources: [], unavailable: ['ais-pis'] } })).toMatchObject({
      unavailable: [],
      offers: [{ name: 'IBAN1' }],
    });
    expect(facts(approved, { psuId: 'another' })).toMatchObject({ blocked: 'customer', offers: [] });
  });

  it('are, for a second owner, the accounts shared with the first', () => {
    const waiting = (resourceId: string, approvedBy: string | null = null) => ({ resourceId, service: 'ais-pis' as const, approvedBy });
    const half = { status: 'partiallyAuthorised', psuId: 'first', approvers: ['first'] } as const;
    const grants = [grantOf(account('1')), grantOf(account('2', 'both'))];
    const one = consent({ balances: [] }, { ...half, grants, shared: [waiting('2')] });
    const having = (...resources: CustomerResource[]) => ({ own: { resources, unavailable: [] } });
    expect(facts(one, having(account('2', 'both')))).toMatchObject({ second: true, access: 'named', offers: [{ key: 'ais-pis:2' }] });
    expect(facts(one, having(account('1')))).toMatchObject({ blocked: 'customer', offers: [] });
    expect(facts(one, { own: { resources: [], unavailable: ['ais-pis', 'cards'] } })).toMatchObject({
      unavailable: ['ais-pis'],
      offers: [],
    });

    const two = consent(
      { balances: [] },
      { ...half, grants: [...grants, grantOf(account('4', 'both'))], shared: [waiting('2'), waiting('4')] },
    );
    expect(facts(two, having(account('4', 'both')))).toMatchObject({ second: true, more: true, offers: [{ key: 'ais-pis:4' }] });
    expect(facts(two, having(account('2', 'both'), account('4', 'both')))).not.toHaveProperty('more');
    const oneLeft = { ...two, approvers: ['first', 'me'], shared: [waiting('2', 'me'), waiting('4')] };
    expect(facts(oneLeft, having(account('2', 'both')))).toMatchObject({ second: false, offers: [{ key: 'ais-pis:2' }] });
    expect(facts(oneLeft, { ...having(account('2', 'both')), psuId: 'third' })).toMatchObject({ blocked: 'customer' });

    const all = consent({ allPsd2: 'allAccounts' }, { ...half, shared: [waiting('2')] });
    expect(facts(all, having(account('2', 'both'), account('5')))).toMatchObject({
      second: true,
      access: 'named',
      offers: [{ key: 'ais-pis:2' }],
    });
    expect(facts(all, having(card('3')))).toMatchObject({ blocked: 'customer' });
  });

  it('are blocked once the consent has ended', () => {
    expect(facts(consent({ accounts: [] }), { status: 'rejected' })).toMatchObject({ blocked: 'state', offers: [] });
  });
});
