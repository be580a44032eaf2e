import { faultsOf } from '@open-banking/messages';
import { consentFaults } from '../src/consent-request.js';
import { ConsentRequest } from '../src/consents.messages.js';

const iban = 'IL620108000000099999999';
const another = 'DE89370400440532013000';
const request = (over: object = {}) => ({
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '2026-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
  ...over,
});
const day = { today: '2026-11-21', earliest: '2024-11-21' };

function allFaults(body: unknown): string[] {
  const schemaFaults = faultsOf(ConsentRequest, body);
  return [...schemaFaults, ...consentFaults(body as never, day, schemaFaults)].map(({ path, code }) => `${path} ${code}`);
}
const access = (of: object) => allFaults(request({ access: of }));

describe('a consent request', () => {
  it.each([
    ['everything', { allPsd2: 'allAccounts' }],
    ["everything, with owners' names", { allPsd2: 'allAccountsWithOwnerName' }],
    ['available accounts', { availableAccounts: 'allAccounts' }],
    ['available accounts with balances', { availableAccountsWithBalance: 'allAccountsWithOwnerName', restrictedTo: ['CACC', 'CARD'] }],
    ['accounts chosen by the customer', { accounts: [], balances: [], additionalInformation: { ownerName: [] }, restrictedTo: ['SVGS'] }],
    ['accounts chosen by the customer, with one permission', { transactions: [] }],
    [
      'named accounts',
      { accounts: [{ iban }], balances: [{ iban: another, currency: 'EUR' }], additionalInformation: { ownerName: [{ iban }] } },
    ],
    [
      'a card and a portfolio',
      { balances: [{ maskedPan: '123456xxxxxx1234' }, { other: { identification: 'P-1' } }, { bban: '0108000000099999999' }] },
    ],
  ])('may be for %s', (_, of) => {
    expect(access(of)).toEqual([]);
  });

  it.each([
    ['nothing', {}, ['/access FORMAT_ERROR']],
    [
      "owners' names only",
      { additionalInformation: { ownerName: [{ iban }] } },
      ['/access FORMAT_ERROR', '/access/additionalInformation/ownerName/0 PARAMETER_NOT_CONSISTENT'],
    ],
    [
      'two kinds of access',
      { allPsd2: 'allAccounts', availableAccounts: 'allAccounts', accounts: [] },
      ['/access/availableAccounts PARAMETER_NOT_CONSISTENT', '/access/accounts PARAMETER_NOT_CONSISTENT'],
    ],
    ['named and chosen accounts', { accounts: [], balances: [{ iban }] }, ['/access/accounts PARAMETER_NOT_CONSISTENT']],
    [
      'named accounts with a restriction of type',
      { accounts: [{ iban }], restrictedTo: ['CACC'] },
      ['/access/restrictedTo PARAMETER_NOT_CONSISTENT'],
    ],
    ['an empty restriction of types', { allPsd2: 'allAccounts', restrictedTo: [] }, ['/access/restrictedTo FORMAT_ERROR']],
    [
      "owners' names of other accounts",
      { accounts: [{ iban }], additionalInformation: { ownerName: [{ iban }, { iban: another }] } },
      ['/access/additionalInformation/ownerName/1 PARAMETER_NOT_CONSISTENT'],
    ],
    [
      "owners' names of no account",
      { accounts: [{ iban }], additionalInformation: { ownerName: [] } },
      ['/access/additionalInformation/ownerName PARAMETER_NOT_CONSISTENT'],
    ],
    [
      "owners' names in addition to everything",
      { allPsd2: 'allAccounts', additionalInformation: { ownerName: [] } },
      ['/access/additionalInformation/ownerName PARAMETER_NOT_CONSISTENT'],
    ],
    [
      'trusted beneficiaries',
      { accounts: [], additionalInformation: { trustedBeneficiaries: [] } },
      ['/access/additionalInformation/trustedBeneficiaries PARAMETER_NOT_SUPPORTED'],
    ],
    ['a card by its full number', { accounts: [{ pan: '4111111111111111' }] }, ['/access/accounts/0/pan PARAMETER_NOT_SUPPORTED']],
    [
      'an account by telephone number',
      { balances: [{ iban }, { msisdn: '+972501234567' }] },
      ['/access/balances/1/msisdn PARAMETER_NOT_SUPPORTED'],
    ],
    ['an account by two identifiers', { accounts: [{ iban, bban: '1' }] }, ['/access/accounts/0 FORMAT_ERROR']],
    ['an IBAN with wrong check digits', { accounts: [{ iban: 'IL630108000000099999999' }] }, ['/access/accounts/0/iban FORMAT_ERROR']],
    ['an unknown field', { accounts: [{ iban }], loans: [] }, ['/access/loans FORMAT_ERROR']],
  ])('may not be for %s', (_, of, faults) => {
    expect(access(of)).toEqual(faults);
  });

  it('is refused with all its faults at once', () => {
    expect(
      allFaults(
        request({
          access: { accounts: [{ iban: 'x' }], balances: [] },
          recurringIndicator: false,
          validUntil: '2026-11-20',
          frequencyPerDay: 2,
          combinedServiceIndicator: true,
        }),
      ),
    ).toEqual([
      '/access/accounts/0/iban FORMAT_ERROR',
      '/access/balances PARAMETER_NOT_CONSISTENT',
      '/validUntil PERIOD_INVALID',
      '/frequencyPerDay PARAMETER_NOT_CONSISTENT',
      '/combinedServiceIndicator SESSIONS_NOT_SUPPORTED',
    ]);
    expect(allFaults({}).sort()).toEqual([
      '/access FORMAT_ERROR',
      '/combinedServiceIndicator FORMAT_ERROR',
      '/frequencyPerDay FORMAT_ERROR',
      '/recurringIndicator FORMAT_ERROR',
      '/validUntil FORMAT_ERROR',
    ]);
    expect(allFaults(request({ validUntil: '2026-02-30', frequencyPerDay: 0 }))).toEqual([
      '/validUntil FORMAT_ERROR',
      '/frequencyPerDay FORMAT_ERROR',
    ]);
  });

  it.each([
    [null],
    [[]],
    ['text'],
    [{ access: null }],
    [{ access: { accounts: 'all', additionalInformation: 1 } }],
    [{ access: { accounts: [null, 1], additionalInformation: { ownerName: 'x' } } }],
    [{ access: { accounts: [null, 1], additionalInformation: { ownerName: [null, 2, {}] } } }],
  ])('is refused with 400, not 500, for %j', (body) => {
    expect(allFaults(body).length).toBeGreaterThan(0);
  });

  it('may end today, and may be for a one-off access with frequency 1', () => {
    expect(allFaults(request({ validUntil: day.today, recurringIndicator: false, frequencyPerDay: 1 }))).toEqual([]);
  });
});
