import Type, { type Static } from 'typebox';

/** Most receipts of one call of `recordReceipts`. */
export const mostReceipts = 500;

const column = <Entry extends Type.TSchema>(entry: Entry) => Type.Array(entry, { maxItems: mostReceipts });
const Uuid = Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' });
const UuidOrNone = Type.Union([Uuid, Type.Literal('')]);
const Count = Type.Integer({ minimum: 0, maximum: 1e14 });

/**
 * Receipts as a process tells ais-pis of them: one array a column, an entry a receipt, all of one length. A batch without receipts says only
 * that the process lives. A batch that is sent again changes nothing.
 */
export const RecordedReceipts = Type.Object(
  {
    processId: Uuid,
    service: Type.String({ pattern: '^[a-z-]{1,40}$' }),
    /** The process gives receipts no number from this one on before its next batch is accepted, if it can help it. */
    reservedTo: Count,
    /** The process ends, and nothing of it is lost. */
    ends: Type.Boolean(),
    numbers: column(Count),
    at: column(Count),
    clientId: column(Type.String({ minLength: 1, maxLength: 200 })),
    operation: column(Type.String({ pattern: '^[A-Za-z.]{1,80}$' })),
    psuId: column(UuidOrNone),
    consentId: column(UuidOrNone),
    resource: column(Type.String({ maxLength: 256 })),
  },
  { additionalProperties: false },
);
export type RecordedReceipts = Static<typeof RecordedReceipts>;
