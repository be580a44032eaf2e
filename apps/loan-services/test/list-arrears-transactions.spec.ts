import { faultsOf } from '@open-banking/messages';
import { ArrearsTransactions } from '../src/arrears/arrears.messages.js';
import type { ArrearsQuery } from '../src/arrears/arrears.query.js';
import { ArrearsService } from '../src/arrears/arrears.service.js';
import { Lender, domesticNumbers, linkQuery, borrowerPrincipal, type Contract } from './a-lender.js';

describe('the arrears of an account', () => {
  let lender: Lender;
  let arrears: ArrearsService;
  let overdue: Contract;

  beforeAll(async () => {
    lender = await Lender.open();
    arrears = new ArrearsService(lender.database, lender.clock, lender.cursors);
    overdue = await lender.lends({
      loan: { status: 'inArrears' },
      balance: { arrears: '2090.00', arrears_interest: '90.00', oldest_unpaid_date: '2026-09-01' },
    });
    await lender.arrears(overdue, [
      { on: '2026-09-01', type: 'instalmentDue', amount: '1000.00', after: '1000.00' },
      { on: '2026-10-01', type: 'instalmentDue', amount: '1000.00', after: '2000.00', days: 30 },
      { on: '2026-10-01', type: 'lateInterest', amount: '55.00', after: '2055.00', days: 30 },
      { on: '2026-10-10', type: 'fee', amount: '35.00', after: '2090.00', days: 39 },
    ]);
  });
  afterAll(() => lender.leave());

  const types = (shown: ArrearsTransactions) => shown.transactions.map(({ type }) => type);

  it('are listed newest first, with the overdue amount and its start date', async () => {
    const shown = await arrears.transactions(borrowerPrincipal(overdue), domesticNumbers(overdue), {});
    expect(faultsOf(ArrearsTransactions, shown)).toEqual([]);
    expect(shown.arrears).toEqual({
      totalArrears: { currency: 'ILS', amount: '2090.00' },
      daysPastDue: 81,
      oldestUnpaidDate: '2026-09-01',
    });
    expect(types(shown)).toEqual(['fee', 'lateInterest', 'instalmentDue', 'instalmentDue']);
    expect(shown.transactions[0]).toEqual({
      transactionId: '0000000000000004',
      loanAccountId: overdue.loanId,
      bookingDate: '2026-10-10',
      dueDate: '2026-09-01',
      type: 'fee',
      amount: { currency: 'ILS', amount: '35.00' },
      arrearsAfter: { currency: 'ILS', amount: '2090.00' },
      daysPastDue: 39,
    });
  });

  it('can be read page by page to the end, within the requested period', async () => {
    const another = await lender.lends();
    const events = Array.from({ length: 7 }, (_, at) => ({ on: `2026-08-0${at + 1}`, type: 'fee', amount: '1.00', after: `${at + 1}.00` }));
    await lender.arrears(another, events);
    const principal = borrowerPrincipal(another);
    const seen: string[] = [];
    for (let query: ArrearsQuery | undefined = { limit: '2', dateFrom: '2026-08-02', dateTo: '2026-08-06' }; query;) {
      const { transactions, _links }: ArrearsTransactions = await arrears.transactions(principal, domesticNumbers(another), query);
      seen.push(...transactions.map(({ bookingDate }) => bookingDate));
      query = _links.next && linkQuery(_links.next.href);
    }
    expect(seen).toEqual(['2026-08-06', '2026-08-05', '2026-08-04', '2026-08-03', '2026-08-02']);
  });

  it("are those of the covered loans, and never another customer's", async () => {
    const second = await lender.lends({
      accountOf: overdue,
      balance: { arrears: '10.00', arrears_interest: '10.00', oldest_unpaid_date: '2026-11-01' },
    });
    const covered = await arrears.transactions(borrowerPrincipal(overdue, [second.loanId]), domesticNumbers(overdue), {});
    expect(covered).toMatchObject({ arrears: { totalArrears: { amount: '10.00' }, daysPastDue: 20 }, transactions: [] });
    await expect(arrears.transactions(borrowerPrincipal(await lender.lends()), domesticNumbers(overdue), {})).rejects.toMatchObject({
      faults: [{ code: 'RESOURCE_UNKNOWN' }],
    });
    await expect(arrears.transactions(borrowerPrincipal(overdue), { BranchNumber: '99', AccountNumber: '1' }, {})).rejects.toMatchObject({
      faults: [{ code: 'RESOURCE_UNKNOWN' }],
    });
  });

  it('have a separate amount for loans in another currency', async () => {
    const account = await lender.lends();
    await lender.lends({ accountOf: account, currency: 'JPY', balance: { arrears: '5000', oldest_unpaid_date: '2026-11-20' } });
    const { arrears: found } = await arrears.transactions(borrowerPrincipal(account), domesticNumbers(account), {});
    expect(found).toEqual({
      totalArrears: { currency: 'ILS', amount: '0.00' },
      otherCurrencies: [{ currency: 'JPY', amount: '5000' }],
      daysPastDue: 1,
      oldestUnpaidDate: '2026-11-20',
    });
  });
});
