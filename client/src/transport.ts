import { setTimeout as pause } from 'node:timers/promises';
import type { AnswerEvent } from './call-options.js';
import { certificateFetch } from './certificate-fetch.js';
import { ConnectionError, RequestError } from './errors.js';
import { rateLimitWindows, retryAfterSeconds } from './rate-limit.js';
import type { Settings } from './settings.js';
import { unsendableHeader } from './untrusted.js';

/** A request as it is sent, once. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A request that may be repeated. */
export interface Repeatable {
  readonly operation: string;
  readonly requestId: string;
  /** Called for each repetition: assertions and proofs are good once. */
  readonly request: () => WireRequest;
  readonly signal?: AbortSignal | undefined;
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
}

const firstWaitMs = 200;
/** A timer of Node that is set to more runs after 1 ms: a bank that asks for a wait of 25 days would be asked again at once. */
const longestTimerMs = 2_147_483_647;
const withinTimers = (ms: number): number => Math.min(ms, longestTimerMs);

/** Sends requests, and repeats those that were not answered, or answered that the bank is busy. */
export class Transport {
  readonly #fetch: typeof fetch;
  readonly #attempts: number;
  readonly #longestWaitMs: number;
  readonly #longestLimitWaitMs: number;
  readonly #timeoutMs: number;
  readonly #onAnswer: Settings['onAnswer'];

  constructor({ fetch: own, tls, repetition = {}, timeoutMs = 30_000, onAnswer }: Settings) {
    this.#fetch = own ?? (tls ? certificateFetch(tls) : fetch);
    this.#attempts = repetition.attempts ?? 4;
    this.#longestWaitMs = withinTimers(repetition.longestWaitMs ?? 30_000);
    this.#longestLimitWaitMs = withinTimers(repetition.longestLimitWaitMs ?? 0);
    this.#timeoutMs = withinTimers(timeoutMs);
    this.#onAnswer = onAnswer;
  }

  async send(repeatable: Repeatable): Promise<WireAnswer> {
    const { signal, operation, requestId } = repeatable;
    for (let attempt = 1; ; attempt += 1) {
      const began = performance.now();
      // Outside the repetition: a request that cannot be made or sent fails at once.
      const request = repeatable.request();
      const fault = unsendableHeader(request.headers);
      if (fault !== undefined) throw new RequestError(`${operation}: ${fault}`);
      const answer = await this.#sendOnce(request, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (attempt >= this.#attempts) throw new ConnectionError(operation, requestId, error);
      });
      if (answer) this.#report(repeatable, attempt, answer, performance.now() - began);
      const waitMs = this.#waitMs(answer, attempt);
      if (answer && (waitMs === undefined || attempt >= this.#attempts)) return answer;
      await pause(waitMs, undefined, { signal });
    }
  }

  async #sendOnce({ url, ...rest }: WireRequest, signal: AbortSignal | undefined): Promise<WireAnswer> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    // A redirect is not followed: the token would go where the bank's address does not lead.
    const response = await this.#fetch(url, { ...rest, redirect: 'manual', signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    const { status, headers } = response;
    return { status, headers, text: await response.text() };
  }

  #report({ operation, requestId, onAnswer }: Repeatable, attempt: number, { status, headers }: WireAnswer, durationMs: number): void {
    const event = { operation, requestId, status, attempt, durationMs, headers, limits: rateLimitWindows(headers) };
    this.#onAnswer?.(event);
    onAnswer?.(event);
  }

  /** How long to wait before the next attempt; undefined: the answer is final. */
  #waitMs(answer: WireAnswer | void, attempt: number): number | undefined {
    const backoffMs = firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random());
    if (!answer) return Math.min(backoffMs, this.#longestWaitMs);
    const asked = retryAfterSeconds(answer.headers);
    const waitMs = Math.max(backoffMs, 1_000 * (asked ?? 0));
    const { status } = answer;
    // 409 with Retry-After: the first request of this X-Request-ID is still in progress.
    const isBusy = [502, 503, 504].includes(status) || (status === 409 && asked !== undefined);
    const longestMs = status === 429 ? this.#longestLimitWaitMs : isBusy ? this.#longestWaitMs : -1;
    return waitMs <= longestMs ? waitMs : undefined;
  }
}
