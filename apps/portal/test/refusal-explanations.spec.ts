import { formats } from '@open-banking/messages';
import { whyRefused } from '../src/requests/why-refused.js';

const refused = (operation: string, path: string) => whyRefused({ operation, status: 400, limits: null }, ['FORMAT_ERROR', path]);

describe('why a request was refused', () => {
  it.each([
    ['createConsent', '/access/balances/0/iban', formats.iban.says],
    ['createPayment', '/creditorAccount/iban', 'an IBAN in capitals without spaces, with the right check digits'],
    ['createPayment', '/creditorAgent', formats.bic.says],
    ['createPayment', '/instructedAmount/currency', formats.currency.says],
    ['createConsent', '/validUntil', formats.date.says],
  ])('names for %s at %s what would have been right, as the refusal itself did', (operation, path, says) => {
    expect(refused(operation, path)).toContain(`was missing or malformed; it must be ${says}`);
  });

  it('names the form of a field that has no format of its own', () => {
    expect(refused('createConsent', '/recurringIndicator')).toContain('its form: true or false');
  });
});
