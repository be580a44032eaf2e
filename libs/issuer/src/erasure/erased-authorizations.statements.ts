import { erasedAtOnce, erasing, statement, type Erasing } from '@open-banking/database';

type Whose = [psuId: string];

const byKey = /* sql */ `(id_hash, kind, issuer)`;

/** Codes and tokens that hang on what the customer granted. Whoever presents one is refused like anybody with an unknown one. */
const eraseTokens = statement<object, Whose>(
  'erasure.tokens',
  /* sql */ `
  delete from artifact where ${byKey} in (
    select a.id_hash, a.kind, a.issuer
    from artifact g join artifact a on a.grant_hash = g.id_hash and a.issuer = g.issuer
    where g.kind = 'Grant' and g.payload ->> 'accountId' = $1::uuid::text
    ${erasedAtOnce}
  )
  returning kind
`,
);

/** After the tokens: it leads to them. What is stored after a grant is dead from the start (`token.statements.ts`). */
const eraseGrants = statement<object, Whose>(
  'erasure.grants',
  /* sql */ `
  delete from artifact where ${byKey} in (
    select g.id_hash, g.kind, g.issuer from artifact g where g.kind = 'Grant' and g.payload ->> 'accountId' = $1::uuid::text ${erasedAtOnce}
  )
  returning kind
`,
);

/** Authorizations that the customer signed in for: what the client sent, and who signed in. */
const eraseInteractions = statement<object, Whose>(
  'erasure.interactions',
  /* sql */ `
  delete from artifact where ${byKey} in (
    select a.id_hash, a.kind, a.issuer
    from journey j join artifact a on a.id_hash = j.interaction_hash and a.kind = 'Interaction' and a.issuer = j.issuer
    where j.psu_id = $1
    ${erasedAtOnce}
  )
  returning kind
`,
);

const eraseJourneys = statement<object, Whose>(
  'erasure.journeys',
  /* sql */ `
  delete from journey where (interaction_hash, issuer) in (select interaction_hash, issuer from journey where psu_id = $1 ${erasedAtOnce})
  returning issuer
`,
);

const eraseAppApprovals = statement<object, Whose>(
  'erasure.app-approvals',
  /* sql */ `
  delete from app_approval where approval_id in (select approval_id from app_approval where psu_id = $1 ${erasedAtOnce}) returning approval_id
`,
);

/** That somebody approved what, for whom and when, stays. The hashes over the facts that were shown say what they were to whoever guesses it. */
const eraseApprovals = statement<object, Whose>(
  'erasure.approvals',
  /* sql */ `
  update approval set about = '', app_answer = null where approval_id in (
    select approval_id from approval where psu_id = $1 and (about <> '' or app_answer is not null) ${erasedAtOnce}
  )
  returning approval_id
`,
);

/** What a service with issuers keeps of a customer's sign-ins, approvals and tokens. */
export const authorizationErasings: readonly Erasing[] = [
  erasing('artifact', eraseTokens),
  erasing('artifact', eraseGrants),
  erasing('artifact', eraseInteractions),
  erasing('journey', eraseJourneys),
  erasing('app_approval', eraseAppApprovals),
  erasing('approval', eraseApprovals),
];
