import { randomUUID } from 'node:crypto';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { exchange, ownAddress, type RunningBank, type TestClient, type TestCustomer } from '@open-banking/testing';
import { createdBy } from '@open-banking/testing/sweep';

interface Login extends Omit<TestCustomer, 'accounts'> {
  readonly accounts: readonly {
    readonly kind: string;
    readonly currency: string;
    readonly approval: string;
    readonly reference: { readonly iban: string };
  }[];
}
interface Customer {
  readonly customerId: string;
  readonly logins: readonly Login[];
}

/** Values of path parameters, by name: nearly all requests then are about something that is there. */
export type Subjects = (row: Operation) => Readonly<Record<string, readonly string[]>>;

/** Each of them serves once, such as a consent that is revoked. */
const howMany = 4;
/** A recurring one would take the place of the one before. */
const once = { recurringIndicator: false, frequencyPerDay: 1 };
const sepa = '/v1.7/payments/sepa-credit-transfers';

/** What a developer's scenarios can be about: customers that were made for it, and what its client has of them. */
export async function scenarioSubjects(bank: RunningBank, client: TestClient, sandboxKey: string): Promise<Subjects> {
  const customer = async (body: object): Promise<Customer> => {
    const made = await exchange(`${bank.baseUrl}${sandboxOperations.createSandboxCustomer.path}`, {
      method: 'POST',
      from: ownAddress(),
      headers: { authorization: `Bearer ${sandboxKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(made).toAnswer(201);
    return made.body as Customer;
  };
  const alone = await customer({ products: ['euroAccount'] });
  const together = await customer({ products: ['euroAccount'], secondOwner: true });
  const [kept, removed]: [string[], string[]] = [[], []];
  for (let count = 0; count < howMany; count += 1)
    for (const list of [kept, removed]) list.push((await customer({ products: [] })).customerId);

  const payer = (await client.withClientToken('payments', 'PIS')).paced;
  const payment = async (accounts: Login['accounts']): Promise<string> => {
    const { iban } = accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!.reference;
    const created = await payer.post(sepa, {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
      debtorAccount: { iban },
    });
    expect(created).toAnswer(201);
    return (created.body as { paymentId: string }).paymentId;
  };

  const [own, first] = [alone.logins[0]!, together.logins[0]!];
  const shared = first.accounts.filter(({ kind, approval }) => kind === 'account' && approval === 'both');
  const lists = {
    revokeConsentAsCustomer: [] as string[],
    useUpConsentReads: [] as string[],
    answerConsentAsSecondOwner: [] as string[],
    setPaymentClearingAnswer: [] as string[],
    answerPaymentAsSecondOwner: [] as string[],
    changeMandateAsCustomer: [] as string[],
  };
  const approved = async (by: Login, access: Parameters<TestClient['createConsent']>[0]): Promise<string> => {
    const consentId = await client.createConsent(access, once);
    await client.approvedBy(by as never, 'consents', `AIS:${consentId}`);
    return consentId;
  };
  for (let count = 0; count < howMany; count += 1) {
    const [paymentId, { resourceId }] = [await payment(shared), (await createdBy(client)) as { resourceId: string }];
    await client.approvedBy(first as never, 'payments', `PIS:${paymentId}`);
    await client.approvedBy(own as never, 'mandates', `MANDATE:${resourceId}`);
    lists.revokeConsentAsCustomer.push(await approved(own, 'allPsd2'));
    lists.useUpConsentReads.push(await approved(own, 'allPsd2'));
    lists.answerConsentAsSecondOwner.push(await approved(first, { balances: shared }));
    lists.setPaymentClearingAnswer.push(await payment(own.accounts));
    lists.answerPaymentAsSecondOwner.push(paymentId);
    lists.changeMandateAsCustomer.push(resourceId);
  }
  const customers: Readonly<Record<string, readonly string[]>> = {
    putSandboxCustomer: kept.map(() => randomUUID()),
    deleteSandboxCustomer: removed,
  };
  return ({ id }) => {
    const list = lists[id as keyof typeof lists] ?? [];
    return { consentId: list, paymentId: list, resourceId: list, clientId: [client.clientId], customerId: customers[id] ?? kept };
  };
}
