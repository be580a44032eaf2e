import { Instant, withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';
import { Cursor, EntryId } from '../following/following.messages.js';

const RequestFault = Type.Object({
  code: Type.String({ description: 'A code of the error table.' }),
  path: Type.Optional(Type.String({ description: 'The field or header that it is about.' })),
  text: Type.Optional(
    Type.String({
      description:
        'What the bank said of it: as the response had it for 24 hours, then without values that the client sent. Absent where it was not recorded.',
    }),
  ),
});

const RecordedRequest = Type.Object(
  {
    entryId: EntryId,
    clientId: Type.String({ description: 'The client, one of this developer.' }),
    at: withDescription(Instant, 'When it was answered.'),
    requestId: Type.String({ description: 'Its `X-Request-ID`.' }),
    method: Type.Optional(Type.String({ description: 'Its method; kept for 24 hours.' })),
    path: Type.Optional(Type.String({ description: 'Its path and query, without credentials; kept for 24 hours.' })),
    operation: Type.String({ description: 'The operation, as the table of operations names it.' }),
    status: Type.Integer({ description: 'Status of the answer.' }),
    ms: Type.Number({ description: 'How long the bank took, in milliseconds.' }),
    limits: Type.Optional(Type.String({ description: 'What was left of the limits, such as `second 24, minute 999`.' })),
    objectId: Type.Optional(Type.String({ description: 'The consent, payment or mandate that it is about.' })),
    consentId: Type.Optional(Type.String({ description: 'The consent that it was made with.' })),
    faults: Type.Array(RequestFault, { description: 'Why it was refused. Empty: it was not.' }),
  },
  { $id: 'RecordedRequest' },
);

export const RecordedRequests = Type.Object({
  requests: Type.Array(RecordedRequest, { description: "Requests of the developer's clients, the oldest first." }),
  cursor: Cursor,
});
export type RecordedRequests = Static<typeof RecordedRequests>;
