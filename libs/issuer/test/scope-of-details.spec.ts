import { randomUUID } from 'node:crypto';
import { scopeFault, type Entry } from '../src/issuer/scope-of-details.js';

const [id, other] = [randomUUID(), randomUUID()];
const consent: Entry = { type: 'consent', access: { allPsd2: 'allAccounts' } };
const named: Entry = { type: 'consent', consentId: id };
const payment: Entry = { type: 'payment', paymentProduct: 'masav' };
const contradict = 'scope and authorization_details contradict each other: ';
const beside = (scope: string) => `Beside them scope may be ${scope}, or left out`;

describe('scope beside authorization_details', () => {
  it.each<[scope: string | undefined, entry: Entry]>([
    [undefined, consent],
    ['AIS', consent],
    ['AIS AIS', consent],
    [undefined, named],
    ['AIS', named],
    [`AIS:${id}`, named],
    [`AIS AIS:${id}`, named],
  ])('%s agrees with %j', (scope, entry) => {
    expect(scopeFault('consents', scope, entry)).toBeUndefined();
  });

  it.each<[issuer: 'consents' | 'payments', scope: string, entry: Entry, says: string]>([
    ['consents', `AIS:${id}`, consent, `${contradict}AIS:${id} names what exists, and they ask to create another. ${beside('AIS')}`],
    ['consents', `AIS:${other}`, named, `${contradict}AIS:${other} is not the consentId that they name. ${beside('AIS')}`],
    ['consents', `AIS:${id}:x`, named, `${contradict}AIS:${id}:x is not the consentId that they name. ${beside('AIS')}`],
    ['consents', 'PIS', consent, `${contradict}PIS is not what they ask for. ${beside('AIS')}`],
    ['consents', 'AIS loan-services', consent, `${contradict}loan-services is not what they ask for. ${beside('AIS')}`],
    ['consents', 'ais', consent, `${contradict}ais is not what they ask for. ${beside('AIS')}`],
    ['consents', 'x'.repeat(9_000), consent, `${contradict}${'x'.repeat(64)} is not what they ask for. ${beside('AIS')}`],
    ['payments', 'AIS', payment, `${contradict}AIS is not what they ask for. ${beside('PIS')}`],
    ['payments', `PIS:${id}`, payment, `${contradict}PIS:${id} names what exists, and they ask to create another. ${beside('PIS')}`],
  ])('of %s: %s contradicts %j', (issuer, scope, entry, says) => {
    expect(scopeFault(issuer, scope, entry)).toBe(says);
  });
});
