import { erasable, erasing, type Erasing } from '@open-banking/erasure';

type CustomerParams = [psuId: string];

const deleted = (batch: string): string => `delete from artifact where (id_hash, kind, issuer) in (${batch}) returning kind`;

/** Codes and tokens that hang on what the customer granted. Whoever presents one is refused like anybody with an unknown one. */
const tokens = erasable<CustomerParams>(
  'erasure.tokens',
  /* sql */ `
    select a.id_hash, a.kind, a.issuer
    from artifact g join artifact a on a.grant_hash = g.id_hash and a.issuer = g.issuer
    where g.kind = 'Grant' and g.payload ->> 'accountId' = $1::uuid::text`,
  deleted,
);

/** After the tokens: it leads to them. What is stored after a grant is dead from the start (`token.statements.ts`). */
const grants = erasable<CustomerParams>(
  'erasure.grants',
  `select g.id_hash, g.kind, g.issuer from artifact g where g.kind = 'Grant' and g.payload ->> 'accountId' = $1::uuid::text`,
  deleted,
);

/** Authorizations that the customer signed in for: what the client sent, and who signed in. */
const interactions = erasable<CustomerParams>(
  'erasure.interactions',
  /* sql */ `
    select a.id_hash, a.kind, a.issuer
    from journey j join artifact a on a.id_hash = j.interaction_hash and a.kind = 'Interaction' and a.issuer = j.issuer
    where j.psu_id = $1`,
  deleted,
);

const journeys = erasable<CustomerParams>(
  'erasure.journeys',
  'select interaction_hash, issuer from journey where psu_id = $1',
  (batch) => `delete from journey where (interaction_hash, issuer) in (${batch}) returning issuer`,
);

const appApprovals = erasable<CustomerParams>(
  'erasure.app-approvals',
  'select approval_id from app_approval where psu_id = $1',
  (batch) => `delete from app_approval where approval_id in (${batch}) returning approval_id`,
);

/**
 * That somebody approved what, for whom and when, stays. The hashes over the facts that were shown say what they were to whoever guesses
 * it.
 */
const approvals = erasable<CustomerParams>(
  'erasure.approvals',
  "select approval_id from approval where psu_id = $1 and (about <> '' or app_answer is not null)",
  (batch) => `update approval set about = '', app_answer = null where approval_id in (${batch}) returning approval_id`,
);

/** What a service with issuers keeps of a customer's sign-ins, approvals and tokens. */
export const authorizationErasings: readonly Erasing[] = [
  erasing('artifact', tokens),
  erasing('artifact', grants),
  erasing('artifact', interactions),
  erasing('journey', journeys),
  erasing('app_approval', appApprovals),
  erasing('approval', approvals),
];
