import { IsMessage } from '@open-banking/http/field.decorator';
import { requestLogInternal } from '@open-banking/spec';
import Type, { type Static } from 'typebox';
import { contracts } from './contract.js';

/** Most requests of one call of `recordRequests`. */
export const maxRecorded = 500;

const column = <Entry extends Type.TSchema>(entry: Entry) => Type.Array(entry, { minItems: 1, maxItems: maxRecorded });
const Uuid = Type.String({ pattern: '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$' });

/**
 * Requests of third parties, as a service reports them to the portal: one array a column, an entry a request, all of one length. There is
 * nothing of bodies, addresses or customers in them.
 */
export const RecordedRequests = Type.Object(
  {
    /** Unix time in milliseconds, of the answer. */
    at: column(Type.Integer({ minimum: 0 })),
    clientId: column(Type.String({ minLength: 1, maxLength: 200 })),
    requestId: column(Uuid),
    /** An id of the table. */
    operation: column(Type.String({ pattern: '^[A-Za-z.]{1,80}$' })),
    status: column(Type.Integer({ minimum: 100, maximum: 599 })),
    /** From the request to its answer, in milliseconds. */
    ms: column(Type.Number({ minimum: 0 })),
    /** The header `RateLimit` of the answer; empty where nothing was charged. */
    limits: column(Type.String({ maxLength: 500 })),
    /** Empty where the token is not for a consent. */
    consentId: column(Type.Union([Uuid, Type.Literal('')])),
    /** Codes, each with its path, which the client may have made up: it goes through `knownPath` before it is stored. */
    faults: column(Type.Array(Type.Array(Type.String({ maxLength: 256 }), { minItems: 1, maxItems: 2 }), { maxItems: 100 })),
  },
  { additionalProperties: false },
);
export type RecordedRequests = Static<typeof RecordedRequests>;

/** A batch of answered requests. */
export class RequestBatch {
  @IsMessage(RecordedRequests) readonly requests!: RecordedRequests;
}

/** Most requests of one call of `recordRequestDetails`. */
export const maxDetailed = 200;
/** The longest body that is kept, in bytes. A longer one is kept as its size. */
export const maxBodyBytes = 16_384;

/** A body as the log keeps it: JSON text of the fields that its operation has, or its size where it is longer than `maxBodyBytes`. */
const Body = Type.Union([
  Type.Object({ text: Type.String({ maxLength: 131_072 }) }, { additionalProperties: false }),
  Type.Object({ bytes: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
]);
export type RecordedBody = Static<typeof Body>;

/** The content of a request and its response, without credentials. Only in a sandbox. */
const Exchange = Type.Object(
  {
    method: Type.String({ pattern: '^[A-Z]{1,20}$' }),
    /** Path and query. */
    path: Type.String({ maxLength: 2_000 }),
    /** The texts of the faults as the client read them; empty: that fault has none. */
    texts: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
    request: Type.Optional(Body),
    response: Type.Optional(Body),
    /** The customer of the token. */
    psuId: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
);
export type RecordedExchange = Static<typeof Exchange>;

/** More about a request that `recordRequests` reports too; client, time and id connect the two. */
const RequestDetail = Type.Object(
  {
    at: Type.Integer({ minimum: 0 }),
    clientId: Type.String({ minLength: 1, maxLength: 200 }),
    requestId: Uuid,
    /** The consent, payment or mandate that the request is about. */
    objectId: Type.Optional(Uuid),
    /** The texts of the faults, without values that the client sent; empty: that fault has none. */
    texts: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 100 }),
    exchange: Type.Optional(Exchange),
  },
  { additionalProperties: false },
);
export type RequestDetail = Static<typeof RequestDetail>;

/** Details of answered requests. */
export class RequestDetailBatch {
  @IsMessage(Type.Array(RequestDetail, { minItems: 1, maxItems: maxDetailed })) readonly details!: RequestDetail[];
}

export const requestLogContracts = contracts(requestLogInternal, {
  recordRequests: { body: RequestBatch },
  forgetRequestBodies: {},
  /** The response distinguishes a portal that has this operation from an earlier one, which answers 404. */
  recordRequestDetails: { body: RequestDetailBatch, response: Type.Object({ accepted: Type.Integer() }) },
});
