import type { CollectionToBook } from '@open-banking/contracts';
import { Money } from '@open-banking/messages';
import type { EntryFacts, Leg } from '@open-banking/ais-pis-ledger';

/** An account of this bank, as it appears on statements. */
export interface StatementAccount {
  readonly accountId: string;
  readonly iban: string;
  readonly bic: string;
}

// ISO 20022 bank transaction codes, by scheme: received by the debtor, issued by the creditor.
const families = { CORE: ['RDDT-ESDD', 'IDDT-ESDD'], B2B: ['RDDT-BBDD', 'IDDT-BBDD'], DDMC: ['RDDT-PMDD', 'IDDT-PMDD'] } as const;

/** The legs of a collection: from the debtor to the creditor's account at this bank, or else to the internal account for creditors elsewhere. */
export function collectionLegs(request: CollectionToBook, debtor: StatementAccount, creditor: StatementAccount | undefined): Leg[] {
  const { scheme } = request;
  const amount = Money.parse(request.amount);
  const [received, issued] = families[scheme as keyof typeof families];
  const facts = directDebitFacts(request, debtor);
  return [
    { accountId: debtor.accountId, amount: amount.negated(), facts: { ...facts, bankTransactionCode: `PMNT-${received}` } },
    creditor
      ? { accountId: creditor.accountId, amount, facts: { ...facts, bankTransactionCode: `PMNT-${issued}` } }
      : { internal: 'COLLECTIONS', amount },
  ];
}

/** How the debit stands on the debtor's statement. */
export const debitFacts = (request: CollectionToBook, debtor: StatementAccount): EntryFacts => ({
  ...directDebitFacts(request, debtor),
  bankTransactionCode: `PMNT-${families[request.scheme as keyof typeof families][0]}`,
});

/** The legs of a refund that the creditor's account cannot pay: the bank pays and has a claim against the creditor (PSD2 art. 76). */
export function refundByBank(
  { accountId, ...collected }: { readonly accountId: string; readonly currency: string; readonly amount: string },
  facts: EntryFacts,
  valueDate: string,
): Leg[] {
  const amount = Money.parse(collected);
  return [
    { accountId, amount, facts, valueDate },
    { internal: 'COLLECTIONS', amount: amount.negated() },
  ];
}

function directDebitFacts(
  {
    mandateId,
    creditorId,
    creditorName,
    creditorAccount,
    creditorAgent,
    ultimateCreditor,
    debtorName,
    ultimateDebtor,
    endToEndId,
    remittance,
  }: CollectionToBook,
  { iban, bic }: StatementAccount,
): Omit<EntryFacts, 'bankTransactionCode'> {
  return {
    mandateId,
    creditorId,
    creditorName,
    creditorAccount,
    debtorName,
    debtorAccount: { iban },
    debtorAgent: bic,
    ...(creditorAgent !== undefined && { creditorAgent }),
    ...(ultimateCreditor !== undefined && { ultimateCreditor }),
    ...(ultimateDebtor !== undefined && { ultimateDebtor }),
    ...(endToEndId !== undefined && { endToEndId }),
    ...(remittance !== undefined && { remittanceUnstructured: remittance }),
  };
}
