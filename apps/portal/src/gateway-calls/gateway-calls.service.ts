import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { outgoingFetch } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';

const timeoutMs = 10_000;

/** A call as a third party sends it. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A call with its answer. */
export interface Exchange {
  readonly call: Call;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly milliseconds: number;
}

export interface CallOptions {
  readonly token?: string;
  readonly consentId?: string;
  readonly body?: string;
  /** Headers of the operation, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls through the gateway, as those of every client: the console has no access of its own to the bank. */
@Injectable()
export class GatewayCallsService {
  constructor(private readonly settings: ServiceSettings) {}

  /** The origin at which the portal reaches the gateway: in containers, BASE_URL is not its address. */
  get origin(): string {
    return this.settings.probeGatewayUrl ?? this.settings.baseUrl;
  }

  /** A call to a path below the base URL, to be sent or shown. Each has an `X-Request-ID` of its own. */
  prepare(method: string, path: string, { token, consentId, body, headers = {} }: CallOptions): Call {
    const all = {
      accept: 'application/json',
      'x-request-id': randomUUID(),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(consentId !== undefined && { 'consent-id': consentId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    };
    return { method, url: this.settings.baseUrl + path, headers: all, ...(body !== undefined && { body }) };
  }

  async send(call: Call): Promise<Exchange> {
    const began = performance.now();
    const answer = await this.fetch(call.url, { method: call.method, headers: call.headers, body: call.body });
    const text = await answer.text();
    const milliseconds = performance.now() - began;
    return { call, status: answer.status, headers: Object.fromEntries(answer.headers), text, milliseconds };
  }

  /** `fetch` of an address below the base URL. */
  async fetch(url: string, options: RequestInit): Promise<Response> {
    const address = this.origin + url.slice(this.settings.baseUrl.length);
    try {
      return await outgoingFetch(address, { ...options, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      throw new Refusal('SERVICE_UNAVAILABLE', `${this.origin} does not answer: ${String(error)}`, { retryAfterSeconds: 1 });
    }
  }
}
