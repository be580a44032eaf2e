import { faultsOf } from '@open-banking/messages';
import { EligibilityService } from '../src/eligibility/eligibility.service.js';
import { LoansService } from '../src/loans/loans.service.js';
import { AccountLoansBalances, LoanDetails, LoanList } from '../src/loans/loans.messages.js';
import { Lender, domesticNumbers, linkQuery, borrowerPrincipal } from './a-lender.js';

const absent = { faults: [{ code: 'RESOURCE_UNKNOWN' }] };

describe('the loans of an account', () => {
  let lender: Lender;
  let loans: LoansService;

  beforeAll(async () => {
    lender = await Lender.open();
    loans = new LoansService(lender.database, lender.clock, lender.cursors);
  });
  afterAll(() => lender.leave());

  it('can be read page by page to the end, without gaps or duplicates', async () => {
    const first = await lender.lends();
    for (let more = 0; more < 4; more += 1) await lender.lends({ accountOf: first });
    const elsewhere = await lender.lends({ psuId: first.psuId });
    const principal = borrowerPrincipal(first);
    const pagesOf = async (read: (query: object) => Promise<LoanList>): Promise<string[]> => {
      const seen: string[] = [];
      for (let query: object | undefined = { limit: '2' }; query;) {
        const page: LoanList = await read(query);
        expect(faultsOf(LoanList, page)).toEqual([]);
        seen.push(...page.loans.map(({ loanAccountId }) => loanAccountId));
        query = page._links.next && linkQuery(page._links.next.href);
      }
      return seen;
    };
    const [all, ofAccount] = [
      await pagesOf((query) => loans.list(principal, query)),
      await pagesOf((query) => loans.ofAccount(principal, domesticNumbers(first), query)),
    ];
    expect([all.length, new Set(all).size, ofAccount.length, new Set(ofAccount).size]).toEqual([6, 6, 5, 5]);
    expect(all.filter((loan) => !ofAccount.includes(loan))).toEqual([elsewhere.loanId]);
  });

  it('accept a cursor only for the list and customer it was issued for', async () => {
    const first = await lender.lends();
    await lender.lends({ accountOf: first });
    const principal = borrowerPrincipal(first);
    const { cursor } = linkQuery((await loans.list(principal, { limit: '1' }))._links.next!.href);
    await expect(loans.list(principal, { cursor })).resolves.toMatchObject({ loans: [{}] });
    await expect(loans.ofAccount(principal, domesticNumbers(first), { cursor })).rejects.toMatchObject({ faults: [{ path: 'cursor' }] });
    await expect(loans.list(borrowerPrincipal(first), { cursor })).rejects.toMatchObject({ faults: [{ path: 'cursor' }] });
  });

  it('are only those the consent covers, in lists, balances and details alike', async () => {
    const one = await lender.lends();
    const other = await lender.lends({ accountOf: one });
    const principal = borrowerPrincipal(one, [one.loanId]);
    expect((await loans.list(principal, {})).loans.map(({ loanAccountId }) => loanAccountId)).toEqual([one.loanId]);
    expect((await loans.balances(principal, domesticNumbers(one))).loans.map(({ loanAccountId }) => loanAccountId)).toEqual([one.loanId]);
    await expect(loans.one(principal, one.loanId)).resolves.toMatchObject({ loanAccountId: one.loanId });
    await expect(loans.one(principal, other.loanId)).rejects.toMatchObject(absent);
    expect((await loans.list(principal, {})).loans[0]!._links).toEqual({});
  });

  it('are found with any leading zeros in the numbers, and never by another customer', async () => {
    const { branchNumber, accountNumber, ...contract } = await lender.lends();
    const numbers = { BranchNumber: `00${branchNumber}`, AccountNumber: `0000${accountNumber}` };
    await expect(loans.balances(borrowerPrincipal(contract), numbers)).resolves.toMatchObject({ account: { branchNumber, accountNumber } });
    await expect(loans.balances(borrowerPrincipal(await lender.lends()), numbers)).rejects.toMatchObject(absent);
  });

  it('show the contractual debt, by loan and by currency', async () => {
    const one = await lender.lends({
      balance: {
        outstanding_principal: '60000.00',
        arrears: '1000.00',
        arrears_interest: '200.00',
        oldest_unpaid_date: '2026-11-01',
        accrued_interest: '90',
      },
    });
    await lender.lends({ accountOf: one, currency: 'JPY', balance: { outstanding_principal: '700000', accrued_interest: '12' } });
    const balances = await loans.balances(borrowerPrincipal(one), domesticNumbers(one));
    expect(faultsOf(AccountLoansBalances, balances)).toEqual([]);
    expect(balances.asOf).toBe('2026-11-21');
    expect(balances.totals).toMatchObject([
      { currency: 'ILS', totalOutstanding: { amount: '60290.00' }, payoffAmount: { amount: '60882.00' } },
      { currency: 'JPY', totalOutstanding: { amount: '700012' }, payoffAmount: { amount: '707012' } },
    ]);
    const details = await loans.one(borrowerPrincipal(one), one.loanId);
    expect(faultsOf(LoanDetails, details)).toEqual([]);
    expect(details).toMatchObject({
      outstandingBalance: { amount: '60200.00' },
      earlyRepayment: { fee: { amount: '592.00' }, amountToday: { amount: '60882.00' } },
      tracks: [],
      guarantors: 0,
    });
    expect(details).not.toHaveProperty('nextPaymentDate');
  });
});

describe('the eligibility of an account', () => {
  let lender: Lender;
  let eligibility: EligibilityService;

  beforeAll(async () => {
    lender = await Lender.open();
    await lender.sells();
    eligibility = new EligibilityService(lender.database, lender.clock);
  });
  afterAll(() => lender.leave());

  it('counts all loans of the account, including those the consent does not cover', async () => {
    const contract = await lender.lends({ balance: { next_payment_date: '2026-12-01', next_payment_amount: '3500.00' } });
    const found = await eligibility.read(borrowerPrincipal(contract, [contract.accountId]), domesticNumbers(contract));
    expect(found).toMatchObject({
      asOf: '2026-11-21',
      eligible: true,
      reasons: [],
      offers: [{ maximumAmount: { currency: 'ILS', amount: '232000.00' }, estimatedInstalment: { amount: '4485.21' }, aprc: '6.6' }],
    });
  });

  it('is refused for an account the consent does not cover, exactly as for one that does not exist', async () => {
    const contract = await lender.lends();
    await expect(eligibility.read(borrowerPrincipal(contract, [contract.loanId]), domesticNumbers(contract))).rejects.toMatchObject(absent);
    await expect(eligibility.read(borrowerPrincipal(contract), { BranchNumber: '1', AccountNumber: '1' })).rejects.toMatchObject(absent);
  });

  it('is denied while instalments are long overdue', async () => {
    const contract = await lender.lends({ loan: { status: 'inArrears' }, balance: { arrears: '10.00', oldest_unpaid_date: '2026-10-01' } });
    await expect(eligibility.read(borrowerPrincipal(contract), domesticNumbers(contract))).resolves.toMatchObject({
      eligible: false,
      reasons: ['IN_ARREARS'],
      offers: [],
    });
  });
});
