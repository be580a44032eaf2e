import { type ResourceGrants, isGranted } from '@open-banking/access';
import { statement } from '@open-banking/database';

// The floor reads the rows of a page. The service has PostgreSQL write it (docs/decisions/0061).

/** Columns carry the field names of NextGenPSD2 1.3.11; optional fields are null when absent. */
export interface EntryRow {
  readonly kind: 'booked' | 'pending';
  readonly transactionId: string;
  readonly entryReference: string;
  readonly entryDate: string;
  readonly valueDate: string;
  readonly amount: string;
  readonly balanceAfter: string | null;
  readonly endToEndId: string | null;
  readonly mandateId: string | null;
  readonly checkId: string | null;
  readonly creditorId: string | null;
  readonly currencyExchange: object[] | null;
  readonly creditorName: string | null;
  readonly creditorAccount: object | null;
  readonly creditorAgent: string | null;
  readonly ultimateCreditor: string | null;
  readonly debtorName: string | null;
  readonly debtorAccount: object | null;
  readonly debtorAgent: string | null;
  readonly ultimateDebtor: string | null;
  readonly remittanceInformationUnstructured: string | null;
  readonly remittanceInformationStructured: string | null;
  readonly additionalInformation: string | null;
  readonly purposeCode: string | null;
  readonly bankTransactionCode: string | null;
  readonly proprietaryBankTransactionCode: string | null;
}

/** An account without entries is one row whose entry columns are null. No row at all means no account. */
export type AccountWithEntry = { readonly iban: string; readonly currency: string; readonly ownerName: string } & (
  EntryRow | { readonly [K in keyof EntryRow]: null }
);

type PeriodParameters = [psuId: string, granted: ResourceGrants, accountId: string, from: string, to: string];

const both = /* sql */ `
  coalesce(e.transaction_id, e.entry_reference) as "transactionId", e.entry_reference as "entryReference", e.value_date::text as "valueDate", e.amount::text,
  e.end_to_end_id as "endToEndId", e.mandate_id as "mandateId", e.creditor_id as "creditorId", e.currency_exchange as "currencyExchange",
  e.creditor_name as "creditorName", e.creditor_account as "creditorAccount", e.creditor_agent as "creditorAgent",
  e.debtor_name as "debtorName", e.debtor_account as "debtorAccount", e.debtor_agent as "debtorAgent",
  e.remittance_unstructured as "remittanceInformationUnstructured", e.remittance_structured as "remittanceInformationStructured",
  e.additional_information as "additionalInformation", e.purpose_code as "purposeCode",
  e.bank_transaction_code as "bankTransactionCode", e.proprietary_bank_transaction_code as "proprietaryBankTransactionCode"`;

const booked = /* sql */ `
  select 'booked' as kind, e.booking_date::text as "entryDate", e.balance_after::text as "balanceAfter", e.check_id as "checkId",
    e.ultimate_creditor as "ultimateCreditor", e.ultimate_debtor as "ultimateDebtor", ${both}
  from entry e
  where e.account_id = h.resource_id and e.booking_date >= $4::date`;

/** A page of booked entries, newest first. No row: no such account of this customer, or none covered. */
export const bookedEntries = statement<
  AccountWithEntry,
  [...PeriodParameters, afterDate: string | null, afterReference: string | null, take: number]
>(
  'floor.entries',
  /* sql */ `
  select a.iban, a.currency, a.owner_name as "ownerName", e.*
  from holder h
  join account a on a.account_id = h.resource_id
  left join lateral (
    ${booked} and (e.booking_date, e.entry_reference) < (coalesce($6::date, $5::date + 1), coalesce($7::text, ''))
    order by e.booking_date desc, e.entry_reference desc
    limit $8
  ) e on true
  where h.psu_id = $1 and ${isGranted} and h.resource_id = $3
`,
);
