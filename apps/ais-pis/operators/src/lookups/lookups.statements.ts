import type { FoundCustomer } from '@open-banking/contracts';
import { amountText, statement } from '@open-banking/database';
import type { ConsentTimes } from '@open-banking/ais-pis-consents';
import type { PaymentTimes } from '@open-banking/ais-pis-payments';

// Operators see of a customer an id, initials and the ends of account numbers: enough to recognise who calls, not enough to be one.

/** A customer as operators see one. */
export interface Owner {
  readonly psuId: string;
  readonly initials: string;
  readonly approvedAt: string;
}

const initials = /* sql */ `regexp_replace(u.name, '(\\S)\\S*', '\\1.', 'g')`;
const ends = (number: string): string => /* sql */ `left(${number}, 4) || '…' || right(${number}, 4)`;
const instant = (column: string): string => /* sql */ `to_json(${column}) #>> '{}'`;

export const customerFacts = statement<FoundCustomer, [psuId: string]>(
  'lookups.customer',
  /* sql */ `
  select u.psu_id as "psuId", ${initials} as initials from psu u where u.psu_id = $1
`,
);

/** The owners of the account with this number, or the customer with this login. */
export const foundCustomers = statement<FoundCustomer, [iban: string | null, login: string | null]>(
  'lookups.find-customers',
  /* sql */ `
  select u.psu_id as "psuId", ${initials} as initials
  from psu u
  where u.psu_id in (select h.psu_id from account a join holder h on h.resource_id = a.account_id where a.iban = $1 union all select psu_id from psu where login = $2)
  order by u.psu_id
`,
);

export interface ConsentFactsRow extends ConsentTimes {
  readonly consentId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly kind: string;
  readonly recurring: boolean;
  readonly frequencyPerDay: number;
  readonly createdAt: string;
  readonly approvedAt: string | null;
  readonly lastActionDate: string;
  readonly lastUsedAt: string | null;
  readonly everywhere: readonly string[] | null;
  readonly grants: readonly {
    readonly service: string;
    readonly kind: string;
    readonly account: string;
    readonly permissions: readonly string[];
  }[];
  readonly owners: readonly Owner[];
}

export const consentFacts = statement<ConsentFactsRow, [consentId: string]>(
  'lookups.consent',
  /* sql */ `
  select c.consent_id as "consentId", c.client_id as "clientId", t.name as "clientName", c.status, c.kind, c.recurring, c.frequency_per_day as "frequencyPerDay",
    c.valid_until::text as "validUntil", c.approve_by as "approveBy", c.ends_at as "endsAt", ${instant('c.created_at')} as "createdAt",
    ${instant('c.approved_at')} as "approvedAt", c.last_action_date::text as "lastActionDate", c.everywhere,
    (select ${instant('s.last_used_at')} from consent_use s where s.consent_id = c.consent_id) as "lastUsedAt",
    coalesce((
      select json_agg(json_build_object('service', g.service, 'kind', g.kind, 'permissions', g.permissions,
        'account', ${ends("coalesce(g.reference ->> 'iban', g.reference ->> 'bban', g.reference ->> 'maskedPan', g.resource_id::text)")}) order by g.service, g.resource_id)
      from consent_grant g where g.consent_id = c.consent_id
    ), '[]') as grants,
    coalesce((
      select json_agg(json_build_object('psuId', a.psu_id, 'initials', ${initials}, 'approvedAt', ${instant('a.approved_at')}) order by a.approved_at)
      from consent_approval a join psu u on u.psu_id = a.psu_id where a.consent_id = c.consent_id
    ), '[]') as owners
  from consent c join client t on t.client_id = c.client_id
  where c.consent_id = $1
`,
);

export interface PaymentFactsRow extends PaymentTimes {
  readonly paymentId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly product: string;
  readonly currency: string;
  readonly amount: string;
  readonly fee: string;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly statusChangedAt: string;
  readonly requestedExecutionDate: string | null;
  readonly executionDate: string | null;
  readonly debtor: string | null;
  readonly creditor: string | null;
  readonly owners: readonly Owner[];
  readonly history: readonly { readonly from: string; readonly to: string; readonly reason: string | null; readonly at: string }[];
  readonly instruction: {
    readonly instructionId: string;
    readonly state: string;
    readonly reason: string | null;
    readonly instructedAt: string;
    readonly answerBy: string;
    /** An operator's decision, and an answer of clearing that contradicts it, until what was done about that is noted. */
    readonly note: string | null;
    readonly decided: string | null;
    readonly decidedReason: string | null;
    readonly contradictedBy: string | null;
    readonly contradictedAt: string | null;
    readonly settlementNote: string | null;
  } | null;
}

const creditor = `coalesce(p.request #>> '{creditorAccount,iban}', p.request #>> '{creditorAccount,bban}', p.request #>> '{creditorAccount,other,identification}')`;

export const paymentFacts = statement<PaymentFactsRow, [paymentId: string]>(
  'lookups.payment',
  /* sql */ `
  select p.payment_id as "paymentId", p.client_id as "clientId", t.name as "clientName", p.payment_product as product, p.currency, ${amountText('p.currency', 'p.amount')} as amount, ${amountText('p.currency', 'p.fee')} as fee,
    p.transaction_status as "transactionStatus", p.status_reason as reason, p.approve_by as "approveBy", ${instant('p.created_at')} as "createdAt",
    ${instant('p.status_changed_at')} as "statusChangedAt", p.requested_execution_date::text as "requestedExecutionDate", p.execution_date::text as "executionDate",
    (select ${ends('d.iban')} from account d where d.account_id = p.debtor_account_id) as debtor, ${ends(creditor)} as creditor,
    coalesce((
      select json_agg(json_build_object('psuId', a.psu_id, 'initials', ${initials}, 'approvedAt', ${instant('a.approved_at')}) order by a.approved_at)
      from payment_approval a join psu u on u.psu_id = a.psu_id where a.payment_id = p.payment_id
    ), '[]') as owners,
    coalesce((
      select json_agg(json_build_object('from', h.from_status, 'to', h.to_status, 'reason', h.reason, 'at', ${instant('h.changed_at')}) order by h.change_number)
      from payment_status_change h where h.payment_id = p.payment_id
    ), '[]') as history,
    (
      select json_build_object('instructionId', i.instruction_id, 'state', i.state, 'reason', i.reason, 'instructedAt', ${instant('i.instructed_at')},
        'answerBy', ${instant('i.answer_by')}, 'note', r.note, 'decided', r.state,
        'decidedReason', r.reason, 'contradictedBy', r.contradicted_by, 'contradictedAt', ${instant('r.contradicted_at')}, 'settlementNote', r.settlement_note)
      from clearing_instruction i left join clearing_resolution r on r.instruction_id = i.instruction_id where i.payment_id = p.payment_id
    ) as instruction
  from payment p join client t on t.client_id = p.client_id
  where p.payment_id = $1
`,
);
