import { statement } from '@open-banking/database';

/** Creations of one kind by one client wait for each other until their transactions end. */
export const lockOpenBound = statement<object, [what: string]>(
  'open-bounds.lock',
  'select pg_advisory_xact_lock(hashtextextended($1, 12))',
);
