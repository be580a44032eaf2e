import { erasedText } from '@open-banking/erasure';
import { statement } from '@open-banking/database';
import { isInternalSettlement } from '@open-banking/ais-pis-clearing';

/** SQL: stands where an account number was: a reference that a client can read, and that names nobody. */
const erasedReference = `'{"other": {"identification": "${erasedText}"}}'::jsonb`;
const final = "('ACSC', 'ACCC', 'RJCT', 'CANC')";

/** SQL: what is left of the order of a payment `p`: the amount, the day and who pays the charges, in a shape that clients can read. */
export const bareOrder = /* sql */ `jsonb_strip_nulls(jsonb_build_object(
    'instructedAmount', p.request -> 'instructedAmount', 'requestedExecutionDate', p.request -> 'requestedExecutionDate', 'chargeBearer', p.request -> 'chargeBearer',
    'creditorName', '${erasedText}', 'creditorAccount', ${erasedReference}))`;

/** SQL: what is left of a message about a payment. */
const bareMessage = /* sql */ `jsonb_strip_nulls(jsonb_build_object(
    'paymentType', i.message -> 'paymentType', 'interbankSettlementAmount', i.message -> 'interbankSettlementAmount', 'initiatingParty', i.message -> 'initiatingParty',
    'chargeBearer', i.message -> 'chargeBearer', 'charges', i.message -> 'charges', 'transactionId', i.message -> 'transactionId',
    'settledHere', case when i.by_core then ${isInternalSettlement} end, 'erased', true))`;

type OfAccount = [subjects: readonly string[], accountId: string];

/** The final payments among these that the account was to pay: their orders lose everything but amount, day and charges. */
export const eraseOrders = statement<{ paymentId: string }, [...OfAccount, now: Date]>(
  'erasure.orders',
  /* sql */ `
  update payment p set request = ${bareOrder}, erased_at = $3
  where p.payment_id = any($1::uuid[]) and p.debtor_account_id = $2 and p.erased_at is null and p.transaction_status in ${final}
  returning p.payment_id as "paymentId"
`,
);

/** Orders of others that paid the account: they lose the creditor. */
export const eraseCreditorOfOrders = statement<{ paymentId: string }, OfAccount>(
  'erasure.creditor-of-orders',
  /* sql */ `
  update payment p
  set request = (p.request - '{creditorAddress,creditorId,ultimateCreditor}'::text[]) || jsonb_build_object('creditorName', '${erasedText}', 'creditorAccount', ${erasedReference})
  where p.payment_id = any($1::uuid[]) and p.debtor_account_id <> $2 and p.transaction_status in ${final}
    and p.request -> 'creditorAccount' is distinct from ${erasedReference}
  returning p.payment_id as "paymentId"
`,
);

/** Orders of a shared account: they lose the name of one owner. */
export const eraseNameOfOrders = statement<{ paymentId: string }, [...OfAccount, name: string]>(
  'erasure.name-of-orders',
  /* sql */ `
  update payment p
  set request = (p.request - case when p.request ->> 'debtorName' = $3 then '{debtorName}' else '{}' end::text[])
                - case when p.request ->> 'ultimateDebtor' = $3 then '{ultimateDebtor}' else '{}' end::text[]
  where p.payment_id = any($1::uuid[]) and p.debtor_account_id = $2 and $3 in (p.request ->> 'debtorName', p.request ->> 'ultimateDebtor')
  returning p.payment_id as "paymentId"
`,
);

type Payments = [paymentIds: readonly string[]];

/** Before the orders: the id by which the payment finds its row is in the order. */
export const eraseRecovered = statement<never, OfAccount>(
  'erasure.recovered',
  /* sql */ `
  update recovered_instruction r set end_to_end_id = null, problem = case when r.problem is not null then '${erasedText}' end
  from payment p
  where p.payment_id = any($1::uuid[]) and p.debtor_account_id = $2 and r.end_to_end_id = p.request ->> 'endToEndIdentification' and r.payment_id = p.payment_id
`,
);

export const eraseClearingMessages = statement<never, Payments>(
  'erasure.clearing-messages',
  /* sql */ `
  update clearing_instruction i set message = ${bareMessage} where i.payment_id = any($1::uuid[]) and not i.message ? 'erased'
`,
);

/** Of instructions to a core about payments, or about the collections of an account. */
export const eraseBookingMessages = statement<never, OfAccount>(
  'erasure.booking-messages',
  /* sql */ `
  update booking_instruction set message = jsonb_strip_nulls(jsonb_build_object('transactionId', message -> 'transactionId', 'erased', true))
  where subject = any($1::uuid[]) and kind in ('hold', 'release', 'collection', 'refund') and account_id = $2 and state <> 'INSTRUCTED' and not message ? 'erased'
`,
);

export const eraseNameInClearingMessages = statement<never, [...Payments, name: string]>(
  'erasure.name-in-clearing-messages',
  /* sql */ `
  update clearing_instruction i
  set message = case when i.message #>> '{debtor,name}' = $2 then jsonb_set(i.message, '{debtor,name}', '"${erasedText}"') else i.message end
                - case when i.message ->> 'ultimateDebtor' = $2 then '{ultimateDebtor}' else '{}' end::text[]
  where i.payment_id = any($1::uuid[]) and $2 in (i.message #>> '{debtor,name}', i.message ->> 'ultimateDebtor')
`,
);

/** SQL: of `payment_payee_check`, erases the name that the creditor's bank answered, which only a close match has. */
export const erasedPayeeName = `matched_name = '${erasedText}' where matched_name <> '${erasedText}'`;

export const erasePayeeNames = statement<never, Payments>(
  'erasure.payee-names',
  `update payment_payee_check set ${erasedPayeeName} and payment_id = any($1::uuid[])`,
);

const erasedChecks = (which: string): string => /* sql */ `
  update payment_check set note = null, facts_hash = '${erasedText}' where payment_id = any($1::uuid[]) and ${which} and facts_hash <> '${erasedText}'
`;

/** What the bank's check or people of the bank wrote of a payment, and the hash of what was judged, from which names can be guessed. */
export const eraseChecks = statement<never, Payments>('erasure.checks', erasedChecks("state <> 'VOID'"));
export const eraseVoidChecks = statement<never, Payments>('erasure.void-checks', erasedChecks("state = 'VOID'"));

export const eraseResolutions = statement<never, Payments>(
  'erasure.resolutions',
  /* sql */ `
  update clearing_resolution r set note = '${erasedText}', settlement_note = case when r.settlement_note is not null then '${erasedText}' end
  from clearing_instruction i
  where i.payment_id = any($1::uuid[]) and r.instruction_id = i.instruction_id and r.note <> '${erasedText}'
`,
);

/** What operators proposed of payments, instructions or consents. */
export const eraseProposals = statement<{ erased: number }, [subjects: readonly string[]]>(
  'erasure.proposals',
  /* sql */ `
  select erase_proposal_requests(array(select unnest($1::text[]) union select i.instruction_id::text from clearing_instruction i where i.payment_id = any($1::uuid[])))::integer as erased
`,
);

export const eraseCreditTransfers = statement<{ erased: number }, [transferIds: readonly string[]]>(
  'erasure.credit-transfers',
  'select erase_credit_transfers($1::uuid[])::integer as erased',
);
