import type { CustomerResource } from '@open-banking/access';
import { matches, resolve } from '@open-banking/ais-pis-accounts';
import { wantedOf } from '../src/consent-access.js';

const base = { resourceId: 'a', currency: 'EUR', name: '', product: '', ownerName: '', rule: 'any' } as const;
const account: CustomerResource = {
  ...base,
  service: 'ais-pis',
  kind: 'account',
  cashAccountType: 'CACC',
  reference: { iban: 'DE89370400440532013000', currency: 'EUR' },
};
const card: CustomerResource = {
  ...base,
  resourceId: 'c',
  service: 'cards',
  kind: 'card',
  cashAccountType: 'CARD',
  reference: { maskedPan: '411111******1111', currency: 'EUR' },
};
const portfolio: CustomerResource = {
  ...base,
  resourceId: 'p',
  service: 'securities',
  kind: 'securities',
  cashAccountType: 'SCTS',
  reference: { other: { identification: 'P-1', issuer: 'bank' }, currency: 'EUR' },
};

describe('an account reference', () => {
  it('matches an account by IBAN or its BBAN, in its currency and type', () => {
    expect(matches({ iban: 'DE89370400440532013000' }, account)).toBe(true);
    expect(matches({ bban: '370400440532013000' }, account)).toBe(true);
    expect(matches({ iban: 'DE89370400440532013000', currency: 'EUR', cashAccountType: 'CACC' }, account)).toBe(true);
    expect(matches({ iban: 'DE89370400440532013000', currency: 'ILS' }, account)).toBe(false);
    expect(matches({ iban: 'DE89370400440532013000', cashAccountType: 'SVGS' }, account)).toBe(false);
    expect(matches({ bban: '1' }, account)).toBe(false);
  });

  it('matches a card with any mask character, and a portfolio by the given identifiers', () => {
    expect(matches({ maskedPan: '411111xxxxxx1111' }, card)).toBe(true);
    expect(matches({ maskedPan: '411111xxxxxx1112' }, card)).toBe(false);
    expect(matches({ other: { identification: 'P-1' } }, portfolio)).toBe(true);
    expect(matches({ other: { identification: 'P-1', issuer: 'another' } }, portfolio)).toBe(false);
    expect(matches({ other: { identification: 'P-1' } }, account)).toBe(false);
  });

  it('matches a domestic number in any letter case, whether the resource has it alone or within its IBAN', () => {
    const british = { ...account, reference: { iban: 'GB29NWBK60161331926819', currency: 'EUR' } };
    expect(matches({ bban: 'nwbk60161331926819' }, british)).toBe(true);
    expect(matches({ bban: 'NWBK60161331926819' }, { ...account, reference: { bban: 'NWBK60161331926819', currency: 'EUR' } })).toBe(true);
    expect(matches({ bban: 'NWBK60161331926810' }, british)).toBe(false);
  });

  it.each(['identification', 'schemeNameCode', 'schemeNameProprietary', 'issuer'] as const)(
    'matches a portfolio only with the same %s, if it is given',
    (part) => {
      const own = { identification: 'P-1', schemeNameCode: 'CUST', schemeNameProprietary: 'own', issuer: 'bank' };
      const resource = { ...portfolio, reference: { other: own, currency: 'EUR' } };
      expect(matches({ other: own }, resource)).toBe(true);
      expect(matches({ other: { ...own, [part]: 'X' } }, resource)).toBe(false);
    },
  );

  it('is resolved once with all its permissions', () => {
    const wanted = wantedOf({
      accounts: [{ iban: 'DE89370400440532013000' }],
      balances: [{ iban: 'DE89370400440532013000' }, { maskedPan: '411111XXXXXX1111' }],
      transactions: [{ iban: 'DE89370400440532013000', currency: 'EUR' }],
    });
    expect(resolve(wanted, [account, card, portfolio], [])).toEqual({
      found: [
        { resource: account, permissions: ['accounts', 'balances', 'transactions'] },
        { resource: card, permissions: ['accounts', 'balances'] },
      ],
      notQueried: [],
      hasUnresolved: false,
    });
  });

  it('is unresolved if no service knows it, unless a service that could own it has not answered', () => {
    const wanted = wantedOf({ accounts: [{ iban: 'DE89370400440532013000' }, { iban: 'IL620108000000099999999' }] });
    expect(resolve(wanted, [account], [])).toMatchObject({ hasUnresolved: true });
    expect(resolve(wanted, [account], ['cards'])).toMatchObject({ hasUnresolved: true, notQueried: [] });
    expect(resolve(wanted, [account], ['savings-loans', 'cards'])).toMatchObject({
      hasUnresolved: false,
      notQueried: ['savings-loans'],
      found: [{ resource: account }],
    });
    const unknownCard = wantedOf({ accounts: [{ maskedPan: '422222xxxxxx2222' }, { iban: 'IL620108000000099999999' }] });
    expect(resolve(unknownCard, [account], ['cards'])).toMatchObject({ hasUnresolved: true, notQueried: ['cards'] });
    expect(resolve(unknownCard, [account], ['cards', 'ais-pis'])).toMatchObject({ hasUnresolved: false, notQueried: ['cards', 'ais-pis'] });
  });
});
