import { statement } from '@open-banking/database';
import { hasNumber, type ComparableNumber } from '../mandates/mandate-number.js';

type Besides = [...ComparableNumber, besides: string, now: Date, today: string, idleBefore: string];

/**
 * The accounts with a living mandate of this creditor with this number, whichever client created it, besides one mandate. Living: it
 * can be collected under, or waits for a second owner, and has not ended by the passing of time, whether or not that is stored yet.
 */
export const accountsOfNumber = statement<{ iban: string }, Besides>(
  'mandate-numbers.accounts',
  /* sql */ `
  select debtor_account ->> 'iban' as iban
  from mandate m
  where ${hasNumber('m', 1)} and resource_id <> $4
    and ((mandate_status = 'PATC' and approve_by > $5)
      or (mandate_status in ('ACTV', 'SUSP') and coalesce(final_collection_date >= $6::date, true) and idle_since > $7::date))
`,
);

/** Until the transaction ends nobody else approves a mandate of this creditor with this number. Taken after the mandate's own lock. */
export const lockNumber = statement<object, ComparableNumber>(
  'mandate-numbers.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('mandate ' || jsonb_build_array($1::text, $2::text, $3::text)::text, 0))
`,
);
