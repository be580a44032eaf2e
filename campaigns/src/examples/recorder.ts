import type { Operation } from '@open-banking/spec';
import { expectSuccess, type HttpResponse } from '@open-banking/operator-client';
import type { ThirdParty } from '@open-banking/sandbox/third-party';
import { shortened, steadyId, type SteadyValues } from './steady-values.js';

export interface Call {
  readonly token?: string | undefined;
  readonly consentId?: string | undefined;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request and its answer, as a file of examples has them. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  readonly answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body?: unknown };
}

const shownHeaders = ['Content-Type', 'Location', 'ASPSP-SCA-Approach', 'WWW-Authenticate'];

/** Makes calls at the bank and writes them down with steady values. */
export class Recorder {
  constructor(
    private readonly party: ThirdParty,
    private readonly steady: SteadyValues,
  ) {}

  /** A call that must succeed; what the bank answered, and the exchange as an example. */
  async success(row: Operation, call: Call): Promise<{ body: Record<string, unknown>; example: () => Exchange }> {
    const answered = await this.#send(row, call);
    expectSuccess(row.id, answered);
    // Written down later, when the ids that the answer made have names.
    return { body: (answered.body ?? {}) as Record<string, unknown>, example: () => this.#exchange(row, call, answered) };
  }

  /** A call that the bank must refuse. */
  async refusal(row: Operation, call: Call): Promise<Exchange> {
    const answered = await this.#send(row, call);
    if (answered.status < 400) throw new Error(`${row.id}: the bank answered ${answered.status} where it should refuse.`);
    return this.#exchange(row, call, answered);
  }

  #send(row: Operation, { token, consentId, path, body, headers = {} }: Call): Promise<HttpResponse> {
    return this.party.call(row.method, path, {
      ...(token !== undefined && { token }),
      ...(body !== undefined && { body }),
      headers: {
        ...(row.kind === 'business' && { 'psu-ip-address': '192.0.2.10' }),
        ...(consentId !== undefined && { 'consent-id': consentId }),
        ...headers,
      },
    });
  }

  #exchange(row: Operation, { token, consentId, path, body, headers = {} }: Call, answered: HttpResponse): Exchange {
    const answerHeaders = shownHeaders.flatMap((name) => {
      const value = answered.headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, String(value)]];
    });
    return this.steady.of({
      request: {
        method: row.method,
        path,
        headers: {
          ...(row.kind === 'business' && { 'X-Request-ID': steadyId(`${row.id} request`) }),
          ...(token !== undefined && { Authorization: 'Bearer <access token>' }),
          ...(consentId !== undefined && { 'Consent-ID': consentId }),
          ...(row.kind === 'business' && { 'PSU-IP-Address': '192.0.2.10' }),
          Accept: 'application/json',
          ...headers,
        },
        ...(body !== undefined && { body }),
      },
      answer: {
        status: answered.status,
        headers: Object.fromEntries(answerHeaders) as Record<string, string>,
        ...(answered.body !== undefined && { body: shortened(answered.body) }),
      },
    });
  }
}
