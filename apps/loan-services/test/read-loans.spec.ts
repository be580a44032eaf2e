import { runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';

describe('loans of a customer', () => {
  const bank = runningBank(['ais-pis', 'savings-loans', 'loan-services']);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    customer = bank.customerWith('loan', [bank.demo]);
  });

  const loanAccountIds = (loans: readonly { loanAccountId: string }[]) => loans.map(({ loanAccountId }) => loanAccountId).sort();
  const loansOf = (owner: TestCustomer) => bank.resources(owner, 'loan');
  const unknown = { tppMessages: [{ code: 'RESOURCE_UNKNOWN' }] };

  it('are all listed to a client with consent, with links that work', async () => {
    const permitted = await client.consentedBy(customer);
    const listed = await permitted.get('/loans');
    expect(listed).toAnswer(200, { _links: { first: { href: '/loans' } } });
    expect(loanAccountIds(listed.body.loans)).toEqual(
      loansOf(customer)
        .map(({ resourceId }) => resourceId)
        .sort(),
    );
    for (const { loanAccountId, _links } of listed.body.loans) {
      expect(await permitted.get(_links.self.href)).toAnswer(200, {
        loanAccountId,
        remainingSchedule: expect.any(Array),
        tracks: expect.any(Array),
      });
    }
    const pages = await permitted.pages('/loans?limit=1', ({ _links }) => _links);
    expect(loanAccountIds(pages.flatMap(({ body }) => body.loans))).toEqual(loanAccountIds(listed.body.loans));
  });

  it('have the same debt as in savings and loans', async () => {
    const permitted = await client.consentedBy(customer);
    const {
      body: { loans },
    } = await permitted.get('/loans');
    for (const { loanAccountId, outstandingBalance } of loans) {
      const { body } = await permitted.get(`/v1.5/loans/${loanAccountId}/balances`);
      const booked = body.balances.find(({ balanceType }: { balanceType: string }) => balanceType === 'closingBooked').balanceAmount;
      expect(booked).toEqual({ ...outstandingBalance, amount: `-${outstandingBalance.amount}` });
    }
  });

  it("can be read by the customer's account, and another customer's account is answered like one that does not exist", async () => {
    const permitted = await client.consentedBy(customer);
    const {
      body: {
        loans: [{ branchNumber, accountNumber, loanAccountId }],
      },
    } = await permitted.get('/loans');
    const account = `/account/${branchNumber}-${accountNumber}`;
    expect(await permitted.get(`${account}/loans`)).toAnswer(200);
    const balances = await permitted.get(`${account}/loansBalances`);
    expect(balances).toAnswer(200, { account: { branchNumber, accountNumber } });
    expect(loanAccountIds(balances.body.loans)).toContain(loanAccountId);
    expect(await permitted.get(`${account}/loanEligibility`)).toAnswer(200, { eligible: expect.any(Boolean) });
    expect(await permitted.get(`/loan/${branchNumber}-${accountNumber}/arrears/transactions`)).toAnswer(200, {
      arrears: { daysPastDue: expect.any(Number) },
    });

    const stranger = await client.consentedBy(bank.customerWith('loan', [customer]));
    for (const path of [
      `${account}/loans`,
      `${account}/loansBalances`,
      `${account}/loanEligibility`,
      `/loan/${branchNumber}-${accountNumber}/arrears/transactions`,
    ]) {
      const [another, none] = [
        await stranger.get(path),
        await stranger.get(path.replace(`${branchNumber}-${accountNumber}`, '9999-9999999999')),
      ];
      expect(another).toAnswer(404, unknown);
      expect(another.body).toEqual(none.body);
    }
    expect(await stranger.get(`/loan/${loanAccountId}`)).toAnswer(404, unknown);
    expect(await permitted.get(`/account/12345-1/loans`)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'BranchNumber' }] });
  });

  it('are shown to the extent of the consent', async () => {
    const [loan] = loansOf(customer);
    const permitted = await client.consentedBy(customer, { accounts: [loan!] });
    const listed = await permitted.get('/loans');
    expect(listed).toAnswer(200);
    expect(listed.body.loans).toMatchObject([{ loanAccountId: loan!.resourceId, _links: {} }]);
    const { branchNumber, accountNumber } = listed.body.loans[0];
    const invalid = { tppMessages: [{ code: 'CONSENT_INVALID' }] };
    expect(await permitted.get(`/loan/${loan!.resourceId}`)).toAnswer(401, invalid);
    expect(await permitted.get(`/account/${branchNumber}-${accountNumber}/loansBalances`)).toAnswer(401, invalid);
    expect(await permitted.get(`/loan/${branchNumber}-${accountNumber}/arrears/transactions`)).toAnswer(401, invalid);
    expect(await permitted.get(`/account/${branchNumber}-${accountNumber}/loanEligibility`)).toAnswer(401, invalid);
  });

  it('link to their arrears with a period that the bank serves', async () => {
    const permitted = await client.consentedBy(customer);
    const {
      body: {
        loans: [{ branchNumber, accountNumber }],
      },
    } = await permitted.get('/loans');
    const path = `/loan/${branchNumber}-${accountNumber}/arrears/transactions`;
    expect(await permitted.get(`${path}?limit=5&dateTo=2030-01-01`)).toAnswer(200);
    expect(await permitted.get(`${path}?dateFrom=2001-01-01`)).toAnswer(400, {
      tppMessages: [{ code: 'PERIOD_INVALID', path: 'dateFrom' }],
    });
    expect(await permitted.get(`${path}?dateFrom=2026-02-30&limit=0&colour=red`)).toAnswer(400, { tppMessages: [{}, {}, {}] });
  });
});
