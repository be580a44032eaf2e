import { type Purged, purging, statement } from '@open-banking/database';
import type { JourneyKey } from './journeys.statements.js';

export type Decision = 'approved' | 'refused';

/** What the app was asked last in a journey. */
export interface AppApproval {
  readonly approvalId: string;
  readonly about: Buffer;
  readonly chosen: readonly string[];
  readonly bindingMessage: string;
  readonly expiresAt: Date;
  readonly delivered: boolean;
  readonly decision: Decision | null;
}

type AppApprovalParams = [
  approvalId: string,
  psuId: string,
  about: Buffer,
  chosen: readonly string[],
  factsHash: string,
  bindingMessage: string,
  message: string,
  expiresAt: Date,
  max: number,
];

/**
 * No row: the app was asked as often as one authorization may, or the journey has ended. The count is of codes and of the app's together.
 */
export const askApp = statement<{ number: number }, [...JourneyKey, ...AppApprovalParams]>(
  'appApproval.ask',
  /* sql */ `
  with asked as (
    update journey set code_number = code_number + 1, code_about = null
    where interaction_hash = $1 and issuer = $2 and psu_id = $4 and ended_at is null and code_number < $11
    returning code_number
  )
  insert into app_approval (interaction_hash, issuer, approval_id, psu_id, about, chosen, facts_hash, binding_message, message, expires_at, number)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, code_number from asked
  returning number
`,
);

/** What the app has refused stays refused. */
export const withdrawAppApprovals = statement<never, [...JourneyKey, at: Date]>(
  'appApproval.withdraw',
  /* sql */ `
  update app_approval set withdrawn_at = $3 where interaction_hash = $1 and issuer = $2 and withdrawn_at is null
    and decision is distinct from 'refused'
`,
);

/** The last one alone, of this customer: what was asked before it, or of somebody else, approves nothing. */
export const findAppApproval = statement<AppApproval, [...JourneyKey, psuId: string]>(
  'appApproval.find',
  /* sql */ `
  select approval_id as "approvalId", about, chosen, binding_message as "bindingMessage", expires_at as "expiresAt",
         delivered_at is not null as delivered, decision
  from (
    select * from app_approval where interaction_hash = $1 and issuer = $2 order by number desc limit 1
  ) as last
  where psu_id = $3 and withdrawn_at is null
`,
);

/** No row: it has arrived, or was tried a moment ago. On real time. */
export const claimAppDelivery = statement<{ message: string }, [approvalId: string, now: Date, triedBefore: Date]>(
  'appApproval.claimDelivery',
  /* sql */ `
  update app_approval set attempted_at = $2
  where approval_id = $1 and delivered_at is null and withdrawn_at is null and decision is null and (attempted_at is null or attempted_at < $3)
  returning message
`,
);

export const settleAppDelivery = statement<never, [approvalId: string, at: Date]>(
  'appApproval.settleDelivery',
  'update app_approval set delivered_at = $2 where approval_id = $1 and delivered_at is null',
);

/** No row: it is not known, waits no longer (the page may have been answered meanwhile), or is about other facts. */
export const answerAppApproval = statement<
  { answered: boolean },
  [approvalId: string, factsHash: string, decision: Decision, now: Date, answer: string, signature: string]
>(
  'appApproval.answer',
  /* sql */ `
  update app_approval a set decision = $3, answered_at = $4, answer = $5, signature = $6
  where approval_id = $1 and facts_hash = $2 and decision is null and withdrawn_at is null and expires_at > $4
    and exists (select from journey j where j.interaction_hash = a.interaction_hash and j.issuer = a.issuer and j.ended_at is null)
  returning true as answered
`,
);

export const findAppAnswer = statement<{ factsHash: string; decision: Decision | null }, [approvalId: string]>(
  'appApproval.findAnswer',
  'select facts_hash as "factsHash", decision from app_approval where approval_id = $1',
);

export const purgeAppApprovals = statement<Purged, [before: Date]>(
  'appApproval.purge',
  purging('app_approval', 'expires_at', 'expires_at < $1'),
);
