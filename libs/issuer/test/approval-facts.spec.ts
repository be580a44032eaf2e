import { whatFor } from '../src/interaction/sent-codes.js';
import {
  type ApprovalFacts,
  approvalPage,
  type CancellationFacts,
  type Language,
  type MandateFacts,
  moneyText,
  type PaymentFacts,
  themeOf,
} from '@open-banking/pages';

const offer = (id: string, rule: 'any' | 'both' = 'any') => ({
  service: 'ais-pis' as const,
  kind: 'account',
  resourceId: id,
  key: `ais-pis:${id}`,
  name: `Account ${id}`,
  number: 'IL620108000000099999999',
  currency: 'ILS',
  rule,
  permissions: ['accounts' as const],
});
const any = { offers: [offer('1')], choose: 'none' as const, second: false, unavailable: [] };
const payment: PaymentFacts = {
  ...any,
  kind: 'payment',
  amount: { currency: 'ILS', amount: '1234567.5' },
  creditorName: 'Green & Sons',
  creditorAccount: 'DE89370400440532013000',
  product: 'masav',
  executionDate: '2026-11-23',
  dated: false,
  fee: { currency: 'ILS', amount: '0' },
  remittance: 'Invoice <7>',
};
const terms = {
  creditorName: 'Water Works',
  creditorId: 'IL98ZZZ09999999999',
  mandateId: 'W-1',
  frequency: 'MNTH' as const,
  from: '2026-12-01',
};
const mandate: MandateFacts = { ...any, ...terms, kind: 'mandate', maximum: { currency: 'ILS', amount: '250' } };
const cancellation: CancellationFacts = {
  ...any,
  ...terms,
  kind: 'cancellation',
  offers: [],
  account: 'IL620108000000099999999',
  amount: { currency: 'ILS', amount: '90' },
  until: '2027-12-01',
};

const shown = (facts: ApprovalFacts, language: Language = 'en', chosen?: readonly string[]): string =>
  approvalPage(
    { language, theme: themeOf({ bankName: 'Demo Bank' }), sandbox: false, switchable: true },
    {
      leave: 'Back',
      action: '/interaction/1',
      csrf: 'c',
      clientName: 'Shop',
      timeZone: 'Asia/Jerusalem',
      chosen,
      view: { customerName: 'Dana', about: 'h', facts, codeExpiresAt: new Date('2026-11-21T12:00:00Z') },
    },
  );

describe('the page of a payment', () => {
  it('shows amount, creditor, date, account and fee', () => {
    const text = shown(payment);
    for (const said of [
      'Shop asks you to pay',
      '₪1,234,567.50',
      'Green &amp; Sons',
      'DE89 3704 0044 0532 0130 00',
      'Invoice &lt;7&gt;',
      '23 November 2026',
      'As soon as possible',
      'Masav transfer',
      'Account 1',
      'None',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('The day that was asked for');
    expect(shown({ ...payment, dated: true, fee: { currency: 'ILS', amount: '25.00' } })).toMatch(/The day that was asked for[^]*₪25\.00/);
  });

  it('lets the customer choose an account only if the request names none', () => {
    const open: PaymentFacts = { ...payment, choose: 'one', offers: [offer('1'), offer('2', 'both')] };
    expect(shown(open).match(/type="radio" name="account"/g)).toHaveLength(2);
    expect(shown(open)).not.toContain(' checked>');
    expect(shown(open)).toContain('A second owner must approve too');
    expect(shown(open, 'en', ['ais-pis:2'])).toMatch(/value="ais-pis:2" required checked/);
    expect(shown({ ...payment, choose: 'one' })).toMatch(/value="ais-pis:1" required checked/);
    expect(shown(payment)).not.toContain('type="radio"');
  });

  it('asks for a second owner, except of the last one', () => {
    const joint: PaymentFacts = { ...payment, offers: [offer('1', 'both')] };
    expect(shown(joint)).toContain('A second owner must approve too');
    const last = shown({ ...joint, second: true });
    expect(last).toContain('With your approval it takes effect');
    expect(last).not.toContain('A second owner must approve too');
    expect(shown({ ...joint, second: true, more: true })).toContain('A second owner must approve too');
  });

  it('writes amounts and account numbers left to right in Hebrew', () => {
    const text = shown(payment, 'he');
    expect(text).toContain('dir="rtl"');
    for (const said of [
      '<bdi dir="ltr">1,234,567.50\u00a0₪</bdi>',
      '<bdi dir="ltr">DE89 3704 0044 0532 0130 00</bdi>',
      '<bdi>Green &amp; Sons</bdi>',
      'העברת מס״ב',
    ])
      expect(text).toContain(said);
  });

  it('says why it cannot be approved and that nothing was paid, without details of the payment', () => {
    for (const blocked of ['accounts', 'customer', 'state', 'nothing', 'account-blocked', 'no-latin-name'] as const) {
      const text = shown({ ...payment, blocked });
      expect(text).toContain('Nothing was paid.');
      expect(text).not.toMatch(/Green|1,234|Account 1|value="approve"/);
      expect(text).toContain('value="cancel"');
    }
    expect(shown({ ...payment, blocked: 'account-blocked' })).toContain('The account is blocked');
    expect(shown({ ...payment, blocked: 'no-latin-name' })).toContain('in Latin letters');
  });
});

describe('the pages of a mandate', () => {
  it('show the creditor, the amount, the frequency and the duration', () => {
    const text = shown(mandate);
    for (const said of [
      'Shop asks you to give a direct-debit mandate',
      'Water Works',
      'IL98ZZZ09999999999',
      'W-1',
      'At most <bdi dir="ltr">₪250.00</bdi> each time',
      'Once a month',
      '1 December 2026',
      'Until it is cancelled',
      'Account 1',
    ])
      expect(text).toContain(said);
    expect(shown({ ...mandate, maximum: undefined, frequency: 'once' })).toMatch(/The creditor names the amount each time[^]*Once only/);
  });

  it('show what ends when it is cancelled', () => {
    const text = shown(cancellation);
    for (const said of [
      'cancel a direct-debit mandate',
      'Water Works',
      '<bdi dir="ltr">₪90.00</bdi> each time',
      'IL62 0108 0000 0009 9999 999',
      '1 December 2027',
      'nothing more can be collected',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('<fieldset');
    expect(shown({ ...cancellation, blocked: 'state' })).toContain('The mandate goes on as it was.');
  });

  it('require the service that knows the accounts', () => {
    const text = shown({ ...mandate, unavailable: ['ais-pis'] });
    expect(text).toContain('value="retry"');
    expect(text).not.toMatch(/value="leave-out"|value="approve"/);
  });
});

describe('the message with an approval code', () => {
  it('states amount and creditor for a payment or mandate', () => {
    expect(whatFor('Shop', payment)).toEqual({
      client: 'Shop',
      kind: 'payment',
      creditorName: 'Green & Sons',
      creditorAccount: 'DE89370400440532013000',
      amount: { currency: 'ILS', amount: '1234567.5' },
    });
    expect(whatFor('Shop', mandate)).toEqual({
      client: 'Shop',
      kind: 'mandate',
      creditorName: 'Water Works',
      amount: { currency: 'ILS', amount: '250' },
    });
  });
});

describe('an amount on a page', () => {
  it('has all digits of the decimal string and the fraction digits of its currency', () => {
    expect(moneyText({ currency: 'ILS', amount: '99999999999999.99' }, 'en')).toBe('₪99,999,999,999,999.99');
    expect(moneyText({ currency: 'JPY', amount: '1000' }, 'he')).toBe('1,000\u00a0¥');
  });
});
