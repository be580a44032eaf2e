import { setImmediate } from 'node:timers/promises';
import { maxBodyBytes, maxDetailed, type RecordedBody, type RecordedExchange, type RequestDetail } from '@open-banking/contracts';
import type { RequestContext } from '@open-banking/http';
import type { Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keptBody, keptPath, keptText, responseSchemas, rootOf } from './recorded-content.js';
import { cleanerOfTexts, repeatedValues, responseText, textsSaid, textsWithoutValues } from './recorded-texts.js';
import { plainJson, sentCredentials } from './sent-credentials.js';
import type { WaitingDetail } from './waiting-detail.js';
import { cleaner, keepsNothing, type Clean } from './without-credentials.js';

export type AnsweredRequest = Pick<FastifyRequest, 'bank'> & Partial<Pick<FastifyRequest, 'headers' | 'params'>>;

/** The most bytes of waiting bodies, per process. */
const maxWaitingBytes = 2 * 1_048_576;
/** The approximate size of headers, path and the object itself. */
const baseBytes = 2_048;

/** The time for which details are made without a pause for other work, in milliseconds. */
const maxBlockedMs = 3;

interface TakenDetails {
  readonly details: RequestDetail[];
  readonly dropped: number;
  /** The first error of one that failed. */
  readonly failure?: unknown;
}

/** Ids in paths and responses that name what a developer looks for in the log. */
const objectIds = ['consentId', 'paymentId', 'resourceId'] as const;
const namesObject = ({ path }: Operation): boolean => objectIds.some((id) => path.includes(`{${id}}`));
const createsObject = ({ kind, method, path }: Operation): boolean =>
  kind === 'business' && method === 'POST' && /\/(consents|mandates|\{payment-product\})$/.test(path);

/**
 * The details of answered requests that wait for the portal, at most `maxDetailed` and `maxWaitingBytes`; further ones push out the
 * oldest. In a sandbox every request has details; elsewhere only refused ones and those about a consent, payment or mandate.
 */
export class RequestDetails {
  #waiting: WaitingDetail[] = [];
  #bytes = 0;
  #dropped = 0;

  constructor(private readonly sandbox: boolean) {}

  /**
   * Keeps the body of the response where the details need it. Up to `maxBodyBytes` bytes are copied, because their memory is reused after
   * sending.
   */
  noteResponse({ bank }: Pick<FastifyRequest, 'bank'>, payload: unknown): void {
    const { operation } = bank;
    if (!operation || !(this.sandbox ? hasBodies(operation) : createsObject(operation))) return;
    if (typeof payload === 'string') bank.sentBody = payload.length > maxBodyBytes ? Buffer.byteLength(payload) : payload;
    else if (Buffer.isBuffer(payload)) bank.sentBody = payload.length > maxBodyBytes ? payload.length : Buffer.from(payload);
  }

  /** Called after the response was sent, with the time that the request has in the log. */
  add(
    at: number,
    clientId: string,
    request: AnsweredRequest,
    { statusCode: status }: Pick<FastifyReply, 'statusCode'>,
    refused?: Refusal,
  ): void {
    const { bank, headers = {}, params = {} } = request;
    const operation = bank.operation!;
    if (!this.sandbox && !isRefused(bank, refused) && !concernsObject(operation)) return;
    const bytes = bytesOf(bank);
    const faults = refused?.faults ?? [];
    this.#waiting.push({ at, clientId, operation, bank, headers, params: params as never, status, faults, bytes });
    this.#bytes += bytes;
    while (this.isOverfull()) {
      this.#bytes -= this.#waiting.shift()!.bytes;
      this.#dropped += 1;
    }
  }

  private isOverfull(): boolean {
    return this.#waiting.length > maxDetailed || (this.#bytes > maxWaitingBytes && this.#waiting.length > 1);
  }

  /**
   * Takes all waiting details in the form that the portal accepts, and the number dropped since the last call. A request whose details fail
   * loses its own only. Other work of the process goes on in between.
   */
  async take(): Promise<TakenDetails> {
    const taken = this.#waiting;
    let dropped = this.#dropped;
    this.#waiting = [];
    this.#bytes = 0;
    this.#dropped = 0;
    const details: RequestDetail[] = [];
    let failure: unknown;
    let begun = performance.now();
    for (const one of taken) {
      try {
        details.push(this.detailOf(one));
      } catch (error) {
        failure ??= error;
        dropped += 1;
      }
      if (performance.now() - begun < maxBlockedMs) continue;
      await setImmediate();
      begun = performance.now();
    }
    return { details, dropped, failure };
  }

  private detailOf(request: WaitingDetail): RequestDetail {
    const { at, clientId, bank, status } = request;
    const objectId = objectOf(request);
    const repeated = status >= 400 || request.faults.length > 0 ? repeatedValues(request) : [];
    const clean = cleanerOf(request);
    return {
      at,
      clientId,
      requestId: bank.requestId,
      ...(objectId !== undefined && { objectId }),
      texts: textsWithoutValues(request, repeated, clean),
      ...(this.sandbox && { exchange: exchangeOf(request, repeated, clean) }),
    };
  }
}

const isRefused = ({ issuerExchange }: RequestContext, refused: Refusal | undefined): boolean =>
  refused !== undefined || issuerExchange?.fault !== undefined;

const concernsObject = (operation: Operation): boolean => namesObject(operation) || createsObject(operation);

/** The bytes that a waiting request takes. A character of a string takes two bytes at most. */
function bytesOf({ rawBody, sentBody }: RequestContext): number {
  const sent = typeof sentBody === 'string' ? 2 * sentBody.length : Buffer.isBuffer(sentBody) ? sentBody.length : 0;
  return baseBytes + sent + (rawBody?.length ?? 0);
}

/** True for operations of the interface: their bodies are kept, with the members that their schemas name. */
const hasBodies = ({ kind }: Operation): boolean => kind === 'business' || kind === 'metadata';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function objectOf({ operation, params, bank }: WaitingDetail): string | undefined {
  const found =
    objectIds.map((id) => params[id]).find((id) => id !== undefined) ?? (createsObject(operation) ? createdId(bank.sentBody) : undefined);
  return found !== undefined && uuid.test(found) ? found.toLowerCase() : undefined;
}

function createdId(body: RequestContext['sentBody']): string | undefined {
  if (body === undefined || typeof body === 'number' || body.length === 0) return undefined;
  const found = /"(?:consentId|paymentId|resourceId)":"([0-9A-Fa-f-]{36})"/.exec(body.toString());
  return found?.[1];
}

function exchangeOf(request: WaitingDetail, repeated: readonly string[] | undefined, clean: Clean): RecordedExchange {
  const { operation, bank, status } = request;
  const body = bank.issuerExchange ? keptMembersOf(bank.issuerExchange.request, clean) : requestBody(bank, operation, clean);
  const path = keptPath(operation, bank.path, bank.shapes?.query, clean);
  const cleanText = status < 400 ? clean : cleanerOfTexts(repeated, { path, body, clean });
  const answer = bank.issuerExchange ? keptMembersOf(bank.issuerExchange.response, cleanText) : responseBody(request, cleanText);
  const psuId = bank.introspection?.psuId;
  return {
    method: bank.method,
    path,
    texts: textsSaid(request).map((text) => keptText(text, cleanText)),
    ...(body && { request: body }),
    ...(answer && status !== 204 && { response: answer }),
    ...(psuId !== undefined && { psuId }),
  };
}

/** Removes the credentials of a request from every text that is kept, wherever they occur in it. */
function cleanerOf(request: WaitingDetail): Clean {
  const { bank, headers } = request;
  const { rawBody, issuerExchange, path } = bank;
  const body = rawBody && rawBody.length <= maxBodyBytes ? plainJson(rawBody.toString()) : '';
  const texts = [path, body, responseText(request), ...textsSaid(request), issuerExchange ? JSON.stringify(issuerExchange) : ''];
  const found = sentCredentials({ path, headers, body: rawBody }, texts);
  return found ? cleaner(found) : keepsNothing;
}

const requestBody = ({ rawBody, shapes }: RequestContext, operation: Operation, clean: Clean): RecordedBody | undefined =>
  hasBodies(operation) ? keptBody(rawBody, shapes?.body ? rootOf(shapes.body as never) : [], clean) : undefined;

const responseBody = ({ operation, bank, status }: WaitingDetail, clean: Clean): RecordedBody | undefined =>
  hasBodies(operation) ? keptBody(bank.sentBody, responseSchemas(bank.shapes, status), clean) : undefined;

/** Members of an issuer's request or response: texts and numbers. */
const keptMembersOf = (members: object, clean: Clean): RecordedBody => ({
  text: JSON.stringify(
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value])),
  ),
});
