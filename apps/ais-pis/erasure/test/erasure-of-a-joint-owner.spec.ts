import { TestErasure } from '@open-banking/testing/erasure';
import { daysAgo, leasedBank } from '@open-banking/testing';
import { aPayer, inEuro, statusAfter } from '@open-banking/ais-pis-testing/a-payment';
import { aCustomer } from '@open-banking/ais-pis-testing/a-customer';
import { aPerson } from '@open-banking/ais-pis-testing/a-person';
import { PaymentApprover } from '@open-banking/ais-pis-testing/an-approval';

describe('an owner of a shared account who is erased', () => {
  const bank = leasedBank(['ais-pis']);
  const erasure = () => new TestErasure(bank, 'ais-pis');
  const sql = (text: string, ...values: unknown[]) => bank.database('ais-pis').query(text, values);

  it('is told before what the account loses, and the other owner keeps everything but the name', async () => {
    const omer = await aPerson(bank);
    const owner = async (name: string) => {
      const customer = await aCustomer(bank, { login: name });
      await sql('update psu set name = $2 where psu_id = $1', customer.psuId, name);
      await sql("insert into holder (psu_id, resource_id, rule) values ($1, $2, 'any')", customer.psuId, omer.account.accountId);
      return { ...customer, name };
    };
    const dana = await owner(omer.canary('Joint Owner'));
    await sql('update account set owner_name = $2 where account_id = $1', omer.account.accountId, `${omer.name} ${dana.name}`);
    await sql(
      `insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code, debtor_name)
      values ($1, $2, '0000000000000002', $2, now(), -1, 99, 'PMNT-ICDT-ESCT', $3)`,
      omer.account.accountId,
      daysAgo(1),
      dana.name,
    );
    await (await bank.client()).consentedBy(dana, { balances: [{ iban: omer.account.iban }] });
    const reader = await (await bank.client()).consentedBy(omer, { transactions: [{ iban: omer.account.iban }] });
    const payer = await aPayer(bank);
    const approvals = await PaymentApprover.connect(bank);
    const created = await payer.post('/v1.7/payments/sepa-credit-transfers', {
      ...inEuro,
      instructedAmount: { currency: 'EUR', amount: '1.00' },
      debtorAccount: { iban: omer.account.iban },
      debtorName: dana.name,
    });
    expect(created).toAnswer(201);
    const { paymentId } = created.body as { paymentId: string };
    await approvals.approveTogether([paymentId], omer.account.accountId, [paymentId], { by: dana.psuId });
    await approvals.close();
    await statusAfter(payer, `/v1.7/payments/sepa-credit-transfers/${paymentId}`, ['ACTC', 'PDNG', 'ACFC', 'ACSP']);

    const { holds } = await erasure().countedInFull(dana, dana.name);
    expect(holds).toMatchObject({
      'account (name)': 1,
      'entry (searched for the name)': 2,
      'payment (name)': 1,
      'consent (ended)': 1,
      consent: 1,
      'psu (sign-in)': 1,
      'psu (name)': 1,
    });
    for (const own of ['account', 'entry', 'payment (not executed)']) expect(holds).not.toHaveProperty([own]);
    // The same were erased as were counted: `erased` compares them.
    expect((await erasure().erased(dana, dana.name)).done).toBe(true);
    expect(await erasure().placesOf(dana.name)).toEqual([]);
    const listed = await reader.get(`/v1.7/accounts/${omer.account.accountId}/transactions?bookingStatus=booked&dateFrom=${daysAgo(5)}`);
    expect(listed).toAnswer(200, {
      transactions: { booked: [{}, { creditorName: omer.canary('creditor'), remittanceInformationUnstructured: omer.canary('text') }] },
    });
    expect(await erasure().counted(dana, null)).toEqual({ holds: {}, more: [] });
  });
});
