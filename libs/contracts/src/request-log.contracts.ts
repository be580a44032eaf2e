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

export const requestLogContracts = contracts(requestLogInternal, {
  recordRequests: { body: RequestBatch },
});
