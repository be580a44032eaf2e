import { Instant, withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { Cursor, EntryId } from '../following/following.messages.js';

const clientId = Type.String({ description: 'The client, one of this developer.' });
const address = Type.String({ description: 'Address of the receiver, to be sent as `TPP-Notification-URI`.' });

export const SandboxReceiver = Type.Object(
  {
    clientId,
    address,
    isUnderRedirectUri: Type.Boolean({
      description: "Whether one of the client's redirect URIs has the origin of this address. The bank sends nothing here otherwise.",
    }),
  },
  { $id: 'SandboxReceiver' },
);
export type SandboxReceiver = Static<typeof SandboxReceiver>;

const ReceivedNotification = Type.Object(
  {
    entryId: EntryId,
    clientId,
    address,
    receivedAt: withDescription(Instant, 'When it arrived.'),
    requestId: Type.Optional(Type.String({ description: 'Its `X-Request-ID`: the id of the notification.' })),
    digest: Type.Optional(Type.String({ description: 'Its `Digest`.' })),
    signature: Type.Optional(Type.String({ description: 'Its `x-jws-signature`.' })),
    body: Type.String({ description: 'The bytes of its body, as Base64.' }),
    fault: Type.Optional(Type.String({ description: 'Why the receiver does not believe it. Absent: the signature is verified.' })),
  },
  { $id: 'ReceivedNotification' },
);

export const ReceivedNotifications = Type.Object({
  notifications: Type.Array(ReceivedNotification, { description: 'What has arrived, the oldest first.' }),
  cursor: Cursor,
});
export type ReceivedNotifications = Static<typeof ReceivedNotifications>;
