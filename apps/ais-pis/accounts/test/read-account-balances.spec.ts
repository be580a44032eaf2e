import { daysAgo, runningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { aCustomer, anAccount } from '@open-banking/ais-pis-testing/a-customer';

describe('GET /v1.7/accounts/{account-id}/balances', () => {
  const bank = runningBank(['ais-pis']);
  let client: TestClient;
  let customer: TestCustomer;
  beforeAll(async () => {
    client = await bank.client();
    customer = await aCustomer(bank);
  });

  it('returns the last closing balance, the expected, the available and the balance booked so far', async () => {
    const { accountId, iban } = await anAccount(bank, [customer], {
      booked: '100.00',
      bookedBefore: '80.25',
      bookedToday: true,
      reserved: '30',
      incoming: '10.50',
      overdraft: '500',
    });
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    const answer = await permitted.get(`/v1.7/accounts/${accountId}/balances`);
    const lastChangeDateTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(answer).toAnswer(200);
    expect(answer.body).toEqual({
      account: { iban, currency: 'EUR' },
      balances: [
        {
          balanceType: 'closingBooked',
          balanceAmount: { currency: 'EUR', amount: '80.25' },
          creditLimitIncluded: false,
          referenceDate: daysAgo(1),
          lastChangeDateTime,
        },
        {
          balanceType: 'expected',
          balanceAmount: { currency: 'EUR', amount: '80.50' },
          creditLimitIncluded: false,
          referenceDate: daysAgo(0),
          lastChangeDateTime,
        },
        {
          balanceType: 'interimAvailable',
          balanceAmount: { currency: 'EUR', amount: '570.00' },
          creditLimitIncluded: true,
          referenceDate: daysAgo(0),
          lastChangeDateTime,
        },
        {
          balanceType: 'interimBooked',
          balanceAmount: { currency: 'EUR', amount: '100.00' },
          creditLimitIncluded: false,
          referenceDate: daysAgo(0),
          lastChangeDateTime,
        },
      ],
    });
  });

  it('returns the booked balance as closing balance if nothing was booked today', async () => {
    const { accountId, iban } = await anAccount(bank, [customer], { booked: '100.00', bookedBefore: '80.25' });
    const permitted = await client.consentedBy(customer, { balances: [{ iban }] });
    expect(await permitted.get(`/v1.7/accounts/${accountId}/balances`)).toAnswer(200, {
      balances: [
        { balanceAmount: { amount: '100.00' } },
        { balanceAmount: { amount: '100.00' } },
        { balanceAmount: { amount: '100.00' }, creditLimitIncluded: false },
        { balanceType: 'interimBooked', balanceAmount: { amount: '100.00' } },
      ],
    });
  });

  it('is refused if the consent covers the account but not its balances', async () => {
    const { accountId, iban } = await anAccount(bank, [customer]);
    const permitted = await client.consentedBy(customer, { transactions: [{ iban }] });
    expect(await permitted.get(`/v1.7/accounts/${accountId}/balances`)).toAnswer(401, { tppMessages: [{ code: 'CONSENT_INVALID' }] });
    expect(await permitted.get(`/v1.7/accounts/${accountId}/transactions?bookingStatus=pending`)).toAnswer(200);
  });
});
