import { type Purged, purging, statement } from '@open-banking/database';

/** Names one way to one approval: an authorization's interaction, or a session on the bank's own pages with what it is about. */
export type JourneyKey = [interactionHash: Buffer, issuer: string];
type Key = JourneyKey;

/** A customer's way through one authorization, once signed in. */
export interface Journey {
  readonly psuId: string;
  readonly name: string;
  readonly leftOut: readonly string[];
  readonly codeNumber: number;
  readonly codeAbout: Buffer | null;
  readonly codeExpiresAt: Date | null;
  readonly codeTriesLeft: number;
}

/** Signing in again, as another customer too, begins again: a code sent before is no longer worth anything. */
export const beginJourney = statement<never, [...Key, psuId: string, name: string, expiresAt: Date]>(
  'journey.begin',
  /* sql */ `
  insert into journey (interaction_hash, issuer, psu_id, customer_name, expires_at) values ($1, $2, $3, $4, $5)
  on conflict (interaction_hash, issuer) do update
  set psu_id = excluded.psu_id, customer_name = excluded.customer_name, expires_at = excluded.expires_at,
      left_out = '{}', code_about = null, code_expires_at = null, code_tries_left = 0
  where journey.ended_at is null
`,
);

export const findJourney = statement<Journey, [...Key, now: Date]>(
  'journey.find',
  /* sql */ `
  select psu_id as "psuId", customer_name as "name", left_out as "leftOut", code_number as "codeNumber", code_about as "codeAbout",
         code_expires_at as "codeExpiresAt", code_tries_left as "codeTriesLeft"
  from journey
  where interaction_hash = $1 and issuer = $2 and expires_at > $3 and ended_at is null
`,
);

/** No row: as many codes as one authorization may have were sent. */
export const sendCode = statement<{ codeNumber: number }, [...Key, about: Buffer, expiresAt: Date, tries: number, max: number]>(
  'journey.sendCode',
  /* sql */ `
  update journey set code_number = code_number + 1, code_about = $3, code_expires_at = $4, code_tries_left = $5
  where interaction_hash = $1 and issuer = $2 and ended_at is null and code_number < $6
  returning code_number as "codeNumber"
`,
);

/** A try is taken before the code is compared, so that many requests at once have no more tries than one after the other. */
export const takeTry = statement<{ codeNumber: number; triesLeft: number }, [...Key, about: Buffer, now: Date]>(
  'journey.takeTry',
  /* sql */ `
  update journey set code_tries_left = code_tries_left - 1
  where interaction_hash = $1 and issuer = $2 and ended_at is null and code_about = $3 and code_expires_at > $4 and code_tries_left > 0
  returning code_number as "codeNumber", code_tries_left as "triesLeft"
`,
);

export const leaveOut = statement<never, [...Key, services: readonly string[]]>(
  'journey.leaveOut',
  /* sql */ `
  update journey set left_out = left_out || $3::text[] where interaction_hash = $1 and issuer = $2 and ended_at is null
`,
);

/** The customer signs out of one approval. The row stays, with the number of codes that were sent. */
export const leaveJourney = statement<never, [...Key, now: Date]>(
  'journey.leave',
  /* sql */ `
  update journey set expires_at = $3, code_about = null, code_expires_at = null, code_tries_left = 0
  where interaction_hash = $1 and issuer = $2 and ended_at is null
`,
);

/** No row: it was answered before, by a second press of the button or in another window. */
export const endJourney = statement<{ ended: boolean }, [...Key, now: Date]>(
  'journey.end',
  /* sql */ `
  update journey set ended_at = $3 where interaction_hash = $1 and issuer = $2 and ended_at is null returning true as ended
`,
);

export const purgeJourneys = statement<Purged, [before: Date]>('journey.purge', purging('journey', 'expires_at', 'expires_at < $1'));
