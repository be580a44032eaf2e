import type { AuditRow } from '@open-banking/contracts';
import { statement } from '@open-banking/database';

const columns = /* sql */ `
  a.audit_id::text as "auditId", to_json(a.at) #>> '{}' as at, a.operation, a.client_id as "clientId", a.operator, a.psu_id as "psuId",
  a.request_id as "requestId", a.status, a.subject, (select s.seal_number from audit_seal s where s.audit_id = a.audit_id) is not null as sealed`;

/** Newest first. */
export const listAudit = statement<AuditRow, [before: string, max: number]>(
  'audit.list',
  /* sql */ `
  select ${columns} from audit a where a.audit_id < $1::bigint order by a.audit_id desc limit $2
`,
);

/** What operators did to one thing, newest first, by an index of what operators did. */
export const listAuditOf = statement<AuditRow, [before: string, max: number, subject: string]>(
  'audit.list-of',
  /* sql */ `
  select ${columns} from audit a where a.subject = $3 and a.audit_id < $1::bigint and a.operator is not null order by a.audit_id desc limit $2
`,
);
