import { maxBodyBytes, maxDetailed, type RecordedBody, type RecordedExchange, type RequestDetail } from '@open-banking/contracts';
import { sentValues, withoutValues, type RequestContext, type Shapes } from '@open-banking/http';
import { codes, unknownName, type Fault, type Refusal } from '@open-banking/messages';
import type { Operation } from '@open-banking/spec';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cleaner, keptBody, keptPath, keptText, responseSchemas, type Clean } from './recorded-content.js';

/** A request in memory until it is sent to the portal. It holds references only: contents are read when it is sent. */
interface Waiting {
  readonly at: number;
  readonly clientId: string;
  readonly operation: Operation;
  readonly bank: RequestContext;
  readonly headers: FastifyRequest['headers'];
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  readonly faults: readonly Fault[];
  readonly bytes: number;
}

export type AnsweredRequest = Pick<FastifyRequest, 'bank'> & Partial<Pick<FastifyRequest, 'headers' | 'params'>>;

/** The most bytes of waiting bodies, per process. */
const maxWaitingBytes = 2 * 1_048_576;
/** The approximate size of headers, path and the object itself. */
const baseBytes = 2_048;

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
  #waiting: Waiting[] = [];
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

  /** Takes all waiting details in the form that the portal accepts, and the number pushed out since the last call. */
  take(): { readonly details: RequestDetail[]; readonly dropped: number } {
    const [taken, dropped] = [this.#waiting, this.#dropped];
    this.#waiting = [];
    this.#bytes = 0;
    this.#dropped = 0;
    return { details: taken.map((one) => this.detailOf(one)), dropped };
  }

  private detailOf(request: Waiting): RequestDetail {
    const { at, clientId, bank } = request;
    const objectId = objectOf(request);
    return {
      at,
      clientId,
      requestId: bank.requestId,
      ...(objectId !== undefined && { objectId }),
      texts: textsWithoutValues(request),
      ...(this.sandbox && { exchange: exchangeOf(request) }),
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

function objectOf({ operation, params, bank }: Waiting): string | undefined {
  const found =
    objectIds.map((id) => params[id]).find((id) => id !== undefined) ?? (createsObject(operation) ? createdId(bank.sentBody) : undefined);
  return found !== undefined && uuid.test(found) ? found.toLowerCase() : undefined;
}

function createdId(body: RequestContext['sentBody']): string | undefined {
  if (body === undefined || typeof body === 'number' || body.length === 0) return undefined;
  const found = /"(?:consentId|paymentId|resourceId)":"([0-9A-Fa-f-]{36})"/.exec(body.toString());
  return found?.[1];
}

const saidIn = ({ code, text }: Fault): string => text ?? codes[code].text;

/** The texts of the faults, without values that the client sent. The fixed text of a code replaces one of which nothing may be kept. */
function textsWithoutValues({ faults, bank, headers, operation, params }: Waiting): string[] {
  const { fault } = bank.issuerExchange ?? {};
  if (faults.length === 0) return fault ? [fault.withoutValues] : [];
  const own = ownWords(bank.shapes);
  const product = params['paymentProduct'];
  const isOwn = (value: string): boolean =>
    own.has(value) ||
    operation.path.split('/').includes(value) ||
    (value === product && !faults.some(({ code }) => code === 'PRODUCT_UNKNOWN'));
  const values = sentValues({ path: bank.path, headers, body: bank.rawBody }, isOwn);
  return faults.map((one) => {
    const text = values ? withoutValues(one.withoutValues ?? saidIn(one), values) : codes[one.code].text;
    return text.slice(0, 500).toWellFormed();
  });
}

const wordsOfShapes = new WeakMap<Shapes, ReadonlySet<string>>();

/** The names of members in the schemas of an operation, and the values that they list. */
function ownWords(shapes: Shapes | undefined): ReadonlySet<string> {
  if (!shapes) return new Set();
  let words = wordsOfShapes.get(shapes);
  if (!words) wordsOfShapes.set(shapes, (words = new Set([...wordsOf(shapes.body), ...wordsOf(shapes.query)])));
  return words;
}

function* wordsOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [keyword, below] of Object.entries(schema)) {
    if (keyword === 'enum') yield* (below as readonly unknown[]).map(String);
    else if (keyword === 'const') yield String(below);
    else {
      if (keyword === 'properties') yield* Object.keys(below as object);
      yield* wordsOf(below);
    }
  }
}

/** A kept request, and the cleaner of its texts: a client's value may occur in a text only if it occurs in the kept request too. */
interface Kept {
  readonly path: string;
  readonly body: RecordedBody | undefined;
  readonly clean: Clean;
}

function exchangeOf(request: Waiting): RecordedExchange {
  const { operation, bank, headers, status } = request;
  const clean = cleaner(credentialsIn(headers));
  const body = bank.issuerExchange ? keptMembersOf(bank.issuerExchange.request, clean) : requestBody(bank, operation, clean);
  const path = keptPath(operation, bank.path, bank.shapes?.query, clean);
  const kept: Kept = { path, body, clean };
  const cleanText = status < 400 ? clean : cleanerOfTexts(request, kept);
  const answer = bank.issuerExchange ? keptMembersOf(bank.issuerExchange.response, clean) : responseBody(request, cleanText);
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

function cleanerOfTexts({ bank, headers }: Waiting, { path, body, clean }: Kept): Clean {
  const kept = `${path} ${body && 'text' in body ? body.text : ''}`.toLowerCase();
  const own = ownWords(bank.shapes);
  const sent = { path: bank.path, headers, body: bank.rawBody };
  const values = sentValues(sent, (value) => own.has(value) || kept.includes(value.toLowerCase()));
  return (text) => (values ? withoutValues(clean(text), values) : unknownName);
}

function textsSaid({ faults, bank: { issuerExchange } }: Waiting): string[] {
  if (faults.length > 0) return faults.map(saidIn);
  return issuerExchange?.fault ? [issuerExchange.fault.text] : [];
}

const requestBody = ({ rawBody, shapes }: RequestContext, operation: Operation, clean: Clean): RecordedBody | undefined =>
  hasBodies(operation) ? keptBody(rawBody, shapes?.body ? [shapes.body as never] : [], clean) : undefined;

const responseBody = ({ operation, bank, status }: Waiting, clean: Clean): RecordedBody | undefined =>
  hasBodies(operation) ? keptBody(bank.sentBody, responseSchemas(bank.shapes, status), clean) : undefined;

const keptMembersOf = (members: object, clean: Clean): RecordedBody => ({ text: clean(JSON.stringify(members)) });

/** The credentials of a request. They are removed from every text that is kept, wherever they occur in it. */
function credentialsIn(headers: FastifyRequest['headers']): string[] {
  const { authorization = '', cookie = '', dpop = '' } = headers as Readonly<Record<string, string>>;
  const cookies = cookie.split(/;\s*/).map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [...authorization.split(/\s+/), ...cookies, dpop].filter((one) => one.length >= 8);
}
