import { waitWithin } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { Operation, Service } from '@open-banking/spec';
import type { InternalSigner } from './internal-token.js';

type Row = Pick<Operation, 'id' | 'method' | 'path' | 'callers'>;

/** A finished call, for the metrics. `answered` includes 404; `unreachable`: no answer in time, or none at all. */
export interface InternalCall {
  readonly operation: string;
  readonly outcome: 'answered' | 'refused' | 'failed' | 'unreachable';
  readonly seconds: number;
}

const outcomeOf = (status: number): InternalCall['outcome'] => {
  if (status >= 500) return 'failed';
  return status < 400 || status === 404 ? 'answered' : 'refused';
};

/** Of an answer from another service. */
const mostMs = 1_500;

/** Calls internal operations of other services. No answer within 1.5 s, or what the request has left, or an error of theirs: SERVICE_UNAVAILABLE. */
export class InternalCalls {
  constructor(
    private readonly signer: InternalSigner,
    private readonly addresses: Readonly<Partial<Record<Service, string>>>,
    private readonly onCall?: (call: InternalCall) => void,
  ) {}

  /** The answer's body; undefined where the other service knows no such thing (404). */
  async call<Result>(
    service: Service,
    row: Row,
    { params = {}, body }: { params?: Readonly<Record<string, string>>; body?: unknown } = {},
  ): Promise<Result | undefined> {
    const path = row.path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const began = performance.now();
    let outcome: InternalCall['outcome'] = 'unreachable';
    try {
      const answer = await fetch(`${this.addresses[service]}${path}`, {
        method: row.method,
        headers: {
          authorization: `Bearer ${await this.signer.sign(service, row)}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(waitWithin(mostMs)),
      });
      outcome = outcomeOf(answer.status);
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Error(`${service} answered ${row.id} with ${answer.status}`);
      return answer.status === 204 ? undefined : ((await answer.json()) as Result);
    } catch (error) {
      throw new Refusal('SERVICE_UNAVAILABLE', new Error(`${row.id} of ${service}`, { cause: error }), { retryAfterSeconds: 1 });
    } finally {
      this.onCall?.({ operation: row.id, outcome, seconds: (performance.now() - began) / 1_000 });
    }
  }
}
