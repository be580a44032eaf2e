import { statement } from '@open-banking/database';

type Numbered = [creditorSchemeId: string, mandateId: string, besides: string, now: Date, today: string, idleBefore: string];

/**
 * The accounts with a living mandate of this creditor with this number, whichever client created it, besides one mandate. Living: it
 * can be collected under, or waits for a second owner, and has not ended by the passing of time, whether or not that is stored yet.
 */
export const accountsOfNumber = statement<{ iban: string }, Numbered>(
  'mandate-numbers.accounts',
  /* sql */ `
  select debtor_account ->> 'iban' as iban
  from mandate
  where creditor_scheme_id = $1 and mandate_id = $2 and resource_id <> $3
    and ((mandate_status = 'PATC' and approve_by > $4)
      or (mandate_status in ('ACTV', 'SUSP') and coalesce(final_collection_date >= $5::date, true) and idle_since > $6::date))
`,
);

/** Until the transaction ends nobody else approves a mandate of this creditor with this number. Taken after the mandate's own lock. */
export const lockNumber = statement<object, [creditorSchemeId: string, mandateId: string]>(
  'mandate-numbers.lock',
  /* sql */ `
  select pg_advisory_xact_lock(hashtextextended('mandate ' || jsonb_build_array($1::text, $2::text)::text, 0))
`,
);
