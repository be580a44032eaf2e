import fc from 'fast-check';
import { eligibilityOf, type Applicant, type EligibilityRule, type LoanProduct } from '../src/eligibility/eligibility.js';

const applicant: Applicant = {
  currency: 'ILS',
  monthlyNetIncome: '20000.00',
  debtService: '3500.00',
  debtInOtherCurrency: false,
  daysPastDue: 0,
  customerSince: '2020-01-01',
};
const rule: EligibilityRule = {
  highestDebtServiceRatio: '40',
  lowestMonthlyIncome: '5000',
  highestDaysPastDue: 30,
  shortestRelationship: 6,
};
const product: LoanProduct = {
  product: 'personal',
  minimumAmount: '5000',
  maximumAmount: '300000',
  minimumTerm: 6,
  maximumTerm: 60,
  annualInterestRate: '6',
  upfrontFee: '1',
  amountStep: '1000',
  validDays: 14,
};
const decide = (change: Partial<Applicant> = {}, products = [product]) =>
  eligibilityOf({ ...applicant, ...change }, rule, products, '2026-11-21');

describe('the eligibility rule', () => {
  it('offers the amount that the payment capacity repays, as documented', () => {
    const { eligible, reasons, offers } = decide();
    expect({ eligible, reasons }).toEqual({ eligible: true, reasons: [] });
    expect(offers[0]!.maximumAmount.toFixed(2)).toBe('232000.00');
    expect(offers[0]!.estimatedInstalment.toFixed(2)).toBe('4485.21');
    expect(offers[0]).toMatchObject({ aprc: '6.6', validUntil: '2026-12-05' });
  });

  it("offers at most the product's maximum, and omits a product whose minimum exceeds the payment capacity", () => {
    const { eligible, offers } = decide({}, [
      { ...product, maximumAmount: '50000' },
      { ...product, product: 'large', minimumAmount: '250000' },
    ]);
    expect(eligible).toBe(true);
    expect(offers.map((offer) => [offer.product.product, offer.maximumAmount.toFixed(0)])).toEqual([['personal', '50000']]);
  });

  it.each([
    ['IN_ARREARS', { daysPastDue: 31 }, { daysPastDue: 30 }],
    ['INCOME_TOO_LOW', { monthlyNetIncome: '4999.99', debtService: '0' }, { monthlyNetIncome: '5000', debtService: '0' }],
    ['CUSTOMER_TOO_NEW', { customerSince: '2026-05-22' }, { customerSince: '2026-05-21' }],
    ['DEBT_IN_OTHER_CURRENCY', { debtInOtherCurrency: true }, {}],
    ['PAYMENT_CAPACITY_TOO_LOW', { debtService: '7950' }, { debtService: '7900' }],
  ] as [string, Partial<Applicant>, Partial<Applicant>][])('%s is said beyond its limit and not at it', (reason, beyond, at) => {
    expect(decide(beyond)).toMatchObject({ eligible: false, reasons: [reason], offers: [] });
    expect(decide(at)).toMatchObject({ eligible: true, reasons: [] });
  });

  it('lists every reason that applies, and only NO_PRODUCT if there is no product', () => {
    expect(decide({ daysPastDue: 90, monthlyNetIncome: '1000' }).reasons).toEqual([
      'IN_ARREARS',
      'INCOME_TOO_LOW',
      'PAYMENT_CAPACITY_TOO_LOW',
    ]);
    expect(decide({}, []).reasons).toEqual(['NO_PRODUCT']);
  });

  it('never offers an instalment above the payment capacity', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500_000, max: 10_000_000 }),
        fc.nat(400),
        fc.integer({ min: 1, max: 480 }),
        fc.nat(2000),
        (income, debt, maximumTerm, rate) => {
          const monthlyNetIncome = (income / 100).toFixed(2);
          const debtService = ((income * debt) / 100_000).toFixed(2);
          const { offers } = decide({ monthlyNetIncome, debtService }, [
            { ...product, maximumTerm, annualInterestRate: (rate / 100).toFixed(2), amountStep: '1', maximumAmount: '99999999' },
          ]);
          for (const { estimatedInstalment } of offers)
            expect(estimatedInstalment.plus(debtService).lte(Number(monthlyNetIncome) * 0.4 + 1e-9)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});
