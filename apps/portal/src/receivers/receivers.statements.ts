import { type Purged, purging, statement } from '@open-banking/database';
import type { Misbehaviour, StoredReceiver } from './receiver.entity.js';

const columns =
  'receiver_id as "receiverId", client_id as "clientId", created_at as "createdAt", misbehaviour, misbehaves_left as "misbehavesLeft"';

export const findReceiver = statement<StoredReceiver, [receiverId: string]>(
  'receivers.one',
  `select ${columns} from receiver where receiver_id = $1`,
);

export const receiversOf = statement<StoredReceiver, [clientIds: readonly string[]]>(
  'receivers.of-clients',
  `select ${columns} from receiver where client_id = any($1::text[])`,
);

/** A client has one receiver: a second press of the button changes nothing. */
export const makeReceiver = statement<never, [receiverId: string, clientId: string, now: Date]>(
  'receivers.make',
  'insert into receiver (receiver_id, client_id, created_at) values ($1, $2, $3) on conflict (client_id) do nothing',
);

export const setMisbehaviour = statement<never, [receiverId: string, misbehaviour: Misbehaviour | null, count: number]>(
  'receivers.misbehave',
  'update receiver set misbehaviour = $2, misbehaves_left = $3 where receiver_id = $1',
);

/** No row: it answers as it should. */
export const takeMisbehaviour = statement<{ misbehaviour: Misbehaviour }, [receiverId: string]>(
  'receivers.take-misbehaviour',
  /* sql */ `
  update receiver set misbehaves_left = misbehaves_left - 1 where receiver_id = $1 and misbehaves_left > 0 returning misbehaviour
`,
);

export interface ReceivedRow {
  readonly receivedAt: Date;
  readonly requestId: string | null;
  readonly digest: string | null;
  readonly signature: string | null;
  readonly body: Buffer;
  readonly answer: string;
  /** Null: verified. */
  readonly fault: string | null;
}

export const storeReceived = statement<
  never,
  [
    receiverId: string,
    at: Date,
    requestId: string | null,
    digest: string | null,
    signature: string | null,
    body: Buffer,
    answer: string,
    fault: string | null,
  ]
>(
  'receivers.store',
  /* sql */ `
  insert into received_notification (receiver_id, received_at, request_id, digest, signature, body, answer, fault)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
`,
);

export const listReceived = statement<ReceivedRow, [receiverId: string, after: Date, max: number]>(
  'receivers.received',
  /* sql */ `
  select received_at as "receivedAt", request_id as "requestId", digest, signature, body, answer, fault
  from received_notification where receiver_id = $1 and received_at > $2
  order by entry_id desc limit $3
`,
);

export interface DeveloperReceivedRow extends Omit<ReceivedRow, 'receivedAt' | 'answer'> {
  readonly entryId: string;
  readonly clientId: string;
  readonly receiverId: string;
  readonly at: Date;
}

const receivedOfDeveloper = /* sql */ `
  select n.entry_id::text as "entryId", c.client_id as "clientId", r.receiver_id as "receiverId", n.received_at as at,
    n.request_id as "requestId", n.digest, n.signature, n.body, n.fault
  from developer_client c
  join receiver r on r.client_id = c.client_id
  join received_notification n on n.receiver_id = r.receiver_id and n.received_at > $3
  where c.developer_id = $1 and ($2::text is null or c.client_id = $2)`;

/** Notifications after a place, at the receivers of a developer's clients, the oldest first. A receiver keeps its newest alone. */
export const receivedByDeveloper = statement<
  DeveloperReceivedRow,
  [developerId: string, clientId: string | null, from: Date, afterAt: Date, afterEntry: string, max: number]
>(
  'receivers.received-by-developer',
  /* sql */ `${receivedOfDeveloper} and (n.received_at, n.entry_id) > ($4::timestamptz, $5::bigint)
  order by n.received_at, n.entry_id limit $6
`,
);

/** The same without a place: the newest first. */
export const latestReceivedByDeveloper = statement<
  DeveloperReceivedRow,
  [developerId: string, clientId: string | null, from: Date, max: number]
>(
  'receivers.latest-by-developer',
  /* sql */ `${receivedOfDeveloper}
  order by n.received_at desc, n.entry_id desc limit $4
`,
);

/** All but the newest. */
export const trimReceived = statement<never, [receiverId: string, max: number]>(
  'receivers.trim',
  /* sql */ `
  delete from received_notification
  where receiver_id = $1 and entry_id <= (
    select entry_id from received_notification where receiver_id = $1 order by entry_id desc offset $2 limit 1
  )
`,
);

export const purgeReceived = statement<Purged, [before: Date]>(
  'receivers.purge',
  purging('received_notification', 'received_at', 'received_at < $1'),
);
