import { statement } from '@open-banking/database';
import type { Role } from '@open-banking/spec';
import { effectiveRoles, registerStanding } from './register/register-standings.statements.js';

export const beginSuspension = statement<never, [clientId: string, now: Date, reason: string]>(
  'directory.beginSuspension',
  /* sql */ `
  insert into client_suspension (client_id, suspended_at, reason) values ($1, $2, $3)
`,
);

export const endSuspension = statement<never, [clientId: string, now: Date, reason: string]>(
  'directory.endSuspension',
  /* sql */ `
  update client_suspension set resumed_at = $2, resume_reason = $3 where client_id = $1 and resumed_at is null
`,
);

/**
 * Locks an active client until the transaction ends. No row: the client is removed, suspended, or lacks the role in the
 * authorisation register, so nothing can be approved for it. Must run before any lock on the client's consents or payments,
 * because the client's removal locks in the same order.
 */
export const lockActiveClient = statement<{ clientId: string }, [clientId: string, role: Role]>(
  'directory.lockActiveClient',
  /* sql */ `
  select client_id as "clientId" from client where client_id = $1 and removed_at is null and suspended_at is null
    and ${registerStanding('client')} is null and $2 = any (${effectiveRoles('client')})
  for share
`,
);
