import { calendar } from '@open-banking/ais-pis-testing/a-calendar';
import type { PayerRow, PaymentToApprove } from '../src/payment-approvals.statements.js';
import { paymentTerms, type PaymentSituation } from '../src/payment-terms.js';
import { schemes } from '../src/payment-products.js';

const payer = (accountId: string, over: Partial<PayerRow> = {}): PayerRow => ({
  accountId,
  iban: `IBAN${accountId}`,
  currency: 'EUR',
  cashAccountType: 'CACC',
  name: `Account ${accountId}`,
  ownerName: 'Dana Levi',
  ownerLatinName: null,
  status: 'enabled',
  rule: 'any',
  ...over,
});
const accounts = [
  payer('1'),
  payer('2', { rule: 'both' }),
  payer('3', { currency: 'ILS' }),
  payer('4', { status: 'blocked' }),
  payer('5', { status: 'deleted' }),
];
const payment = ({
  debtorAccount,
  ...over
}: Partial<PaymentToApprove> & { debtorAccount?: PaymentToApprove['request']['debtorAccount'] } = {}): PaymentToApprove => ({
  paymentId: 'p',
  product: 'cross-border-credit-transfers',
  currency: 'EUR',
  requested: null,
  transactionStatus: 'RCVD',
  approveBy: new Date('2030-01-01'),
  debtorAccountId: null,
  fee: '0',
  executionDate: null,
  approvers: [],
  creditorAccountId: null,
  request: {
    instructedAmount: { currency: 'EUR', amount: '12.50' },
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Bookshop',
    remittanceInformationUnstructured: 'Invoice 7',
    ...(debtorAccount && { debtorAccount }),
  },
  ...over,
});
const facts = (requested: PaymentToApprove, over: Partial<PaymentSituation> = {}) =>
  paymentTerms({
    payment: requested,
    scheme: schemes[requested.product]!,
    status: requested.transactionStatus,
    psuId: 'me',
    accounts,
    now: { today: '2026-11-19', time: '09:00' },
    calendar,
    ...over,
  });
const offered = (of: ReturnType<typeof facts>) => of.offers.map(({ resourceId }) => resourceId);

describe('the facts of a payment on its approval page', () => {
  it("are amount, creditor, day and fee, and the customer's accounts in the payment's currency", () => {
    const shown = facts(payment());
    expect(shown).toMatchObject({
      kind: 'payment',
      amount: { currency: 'EUR', amount: '12.50' },
      creditorName: 'Bookshop',
      creditorAccount: 'DE89370400440532013000',
      product: 'cross-border-credit-transfers',
      executionDate: '2026-11-19',
      dated: false,
      fee: { currency: 'EUR', amount: '12.00' },
      remittance: 'Invoice 7',
      choose: 'one',
      second: false,
      unavailable: [],
    });
    expect(offered(shown)).toEqual(['1', '2']);
    expect(shown.blocked).toBeUndefined();
  });

  it('offer only the account named in the request', () => {
    const named = facts(payment({ debtorAccount: { iban: 'IBAN2' } }));
    expect([named.choose, offered(named)]).toEqual(['none', ['2']]);
  });

  it("block the approval if the named account is not the customer's, closed or in another currency, without revealing which", () => {
    for (const iban of ['IBAN9', 'IBAN3', 'IBAN5'])
      expect(facts(payment({ debtorAccount: { iban } }))).toMatchObject({ blocked: 'accounts', offers: [] });
    expect(facts(payment({ debtorAccount: { iban: 'IBAN1', currency: 'ILS' } }))).toMatchObject({ blocked: 'accounts' });
    expect(facts(payment({ debtorAccount: { iban: 'IBAN4' } }))).toMatchObject({ blocked: 'account-blocked' });
  });

  it("block the approval if the customer has no account in the payment's currency", () => {
    expect(facts(payment(), { accounts: [payer('3', { currency: 'ILS' }), payer('5', { status: 'deleted' })] })).toMatchObject({
      blocked: 'nothing',
    });
    expect(facts(payment(), { accounts: [payer('4', { status: 'blocked' })] })).toMatchObject({ blocked: 'account-blocked' });
  });

  it('offer the accounts whose owner has a name that the scheme carries, and block the approval where none has', () => {
    const hebrew = (accountId: string, over: Partial<PayerRow> = {}) => payer(accountId, { ownerName: 'דנה לוי', ...over });
    const named = hebrew('1', { ownerLatinName: 'Dana Levi' });
    expect(offered(facts(payment(), { accounts: [named, hebrew('2')] }))).toEqual(['1']);
    for (const debtorAccount of [undefined, { iban: 'IBAN2' }]) {
      const asked = payment({ ...(debtorAccount && { debtorAccount }) });
      expect(facts(asked, { accounts: [hebrew('2')] })).toMatchObject({ blocked: 'no-latin-name', offers: [] });
      expect(offered(facts(asked, { accounts: [hebrew('2', { ownerLatinName: 'Dana Levi' })] }))).toEqual(['2']);
      expect(offered(facts({ ...asked, creditorAccountId: '9' }, { accounts: [hebrew('2')] }))).toEqual(['2']);
      expect(offered(facts({ ...asked, request: { ...asked.request, debtorName: 'D Levi' } }, { accounts: [hebrew('2')] }))).toEqual(['2']);
      const inShekels = { ...asked, product: 'masav', currency: 'ILS' };
      expect(offered(facts(inShekels, { accounts: [hebrew('2', { currency: 'ILS' })] }))).toEqual(['2']);
    }
  });

  it('show a payment that another owner has approved as before, whatever the names of the account', () => {
    const waiting = payment({ transactionStatus: 'PATC', debtorAccountId: '2', approvers: ['other'], executionDate: '2026-11-19' });
    expect(facts(waiting, { accounts: [payer('2', { rule: 'both', ownerName: 'דנה לוי' })] })).toMatchObject({ second: true });
  });

  it("have no fee inside the bank, and never offer the creditor's own account", () => {
    const inside = facts(payment({ creditorAccountId: '1' }));
    expect([inside.fee.amount, offered(inside)]).toEqual(['0.00', ['2']]);
    expect(facts(payment({ creditorAccountId: '1', debtorAccount: { iban: 'IBAN1' } }))).toMatchObject({ blocked: 'accounts' });
  });

  it('name the requested day, or the first business day after it', () => {
    expect(facts(payment({ requested: '2026-11-23' }))).toMatchObject({ executionDate: '2026-11-23', dated: true });
    expect(facts(payment({ requested: '2026-11-22' }))).toMatchObject({ executionDate: '2026-11-23', dated: true, asked: '2026-11-22' });
    const passed = facts(payment({ requested: '2026-11-19' }), { now: { today: '2026-11-20', time: '09:00' } });
    expect(passed).toMatchObject({ executionDate: '2026-11-20', dated: false });
    expect(passed).not.toHaveProperty('asked');
  });

  it('are, for a second owner, the account that the first one chose; for others the approval is blocked', () => {
    const waiting = payment({
      transactionStatus: 'PATC',
      debtorAccountId: '2',
      approvers: ['other'],
      fee: '12.00',
      executionDate: '2026-11-18',
    });
    expect(facts(waiting)).toMatchObject({ second: true, choose: 'none', executionDate: '2026-11-19', offers: [{ resourceId: '2' }] });
    expect(facts(waiting, { accounts: [payer('1')] })).toMatchObject({ blocked: 'customer', offers: [] });
    expect(facts(waiting, { accounts: [payer('2', { status: 'blocked' })] })).toMatchObject({ blocked: 'account-blocked' });
  });

  it('are, for a customer who has approved, the approved ones', () => {
    const approved = payment({
      transactionStatus: 'ACSC',
      approveBy: null,
      debtorAccountId: '1',
      approvers: ['me'],
      fee: '12.00',
      executionDate: '2026-11-16',
    });
    expect(facts(approved)).toMatchObject({
      second: false,
      choose: 'none',
      executionDate: '2026-11-16',
      fee: { amount: '12.00' },
      offers: [{ resourceId: '1' }],
    });
    expect(facts({ ...approved, approvers: ['other'] })).toMatchObject({ blocked: 'customer' });
    expect(facts({ ...approved, transactionStatus: 'RJCT' })).toMatchObject({ blocked: 'state' });
  });
});
