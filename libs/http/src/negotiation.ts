import { acceptedQuality, acceptedRanges, isNamed, jsonFlaws, mediaType, Refusal, type Fault, type JsonFlaw } from '@open-banking/messages';

/** Media types that lists of transactions have besides JSON: camt.053.001.08 and a table. */
export const statementFormats = ['application/xml', 'text/csv'] as const;
export type StatementFormat = (typeof statementFormats)[number];

/**
 * The media type an answer is given in, of those the operation produces, the first of equals. Asking only for an
 * error form (`application/problem+json`) takes JSON for the answer. Undefined: 406.
 */
export function negotiateMediaType(accept: string | undefined, produces: readonly string[]): string | undefined {
  if (!accept?.trim() || accept === produces[0] || accept === '*/*') return produces[0];
  const ranges = acceptedRanges(accept);
  const [best] = produces.map((type) => ({ type, quality: acceptedQuality(type, ranges) })).sort((a, b) => b.quality - a.quality);
  if (best && best.quality > 0) return best.type;
  return acceptedQuality(problemType, ranges) > 0 ? produces[0] : undefined;
}

const problemType = 'application/problem+json';

/**
 * Whether an error is sent in the form of RFC 9457. Of the two forms the better accepted one is sent, JSON of two that are equal; but a
 * client that names `application/problem+json`, and JSON by a wildcard alone, gets what it names. Where it accepts neither, JSON.
 */
export function prefersProblem(accept: string): boolean {
  if (accept === '' || accept === '*/*' || accept === 'application/json') return false;
  const ranges = acceptedRanges(accept);
  const [plain, problem] = [acceptedQuality('application/json', ranges), acceptedQuality(problemType, ranges)];
  if (plain !== problem) return problem > plain;
  return isNamed(problemType, ranges) && !isNamed('application/json', ranges);
}

export const notAcceptable = (produces: readonly string[]): Refusal =>
  new Refusal([{ code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text: `Ask for one of ${produces.join(', ')}.` }]);

/** 415 for content of another type, or in another character set. Other parameters mean nothing here, and may be sent. */
function refuseOtherContent(contentType: string | undefined, expected: string): void {
  const given = mediaType(contentType ?? '');
  if (given?.type === expected && /^utf-?8$/i.test(given.parameters.get('charset') ?? 'utf-8')) return;
  throw new Refusal([{ code: 'FORMAT_ERROR', path: 'Content-Type', text: `Content-Type must be ${expected} in UTF-8.` }], undefined, {
    status: 415,
  });
}

/** A JSON body: 415 for another type or character set, 400 for what is not JSON in UTF-8 without doubled keys. */
export function jsonBody(
  contentType: string | undefined,
  raw: Buffer | undefined,
  contentEncoding?: string,
): { value: unknown; faults: Fault[] } {
  if (!raw || raw.length === 0) return { value: undefined, faults: [{ code: 'FORMAT_ERROR', text: 'A JSON body is required.' }] };
  refuseOtherContent(contentType, 'application/json');
  if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') {
    throw new Refusal(
      [{ code: 'FORMAT_ERROR', path: 'Content-Encoding', text: 'Send the body as it is, without an encoding.' }],
      undefined,
      { status: 415 },
    );
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
    return { value: parsed(text), faults: [] };
  } catch (error) {
    return { value: undefined, faults: [{ code: 'FORMAT_ERROR', text: unreadable(error as Error) }] };
  }
}

/** JSON that a developer types into a form, read as strictly as a body. `fault`: a sentence that begins with `what` it is. */
export function typedJson(text: string, what: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: parsed(text) };
  } catch (error) {
    return { fault: unreadable(error as Error).replace(/^The body/, what) };
  }
}

/** The text of lines of JSON (NDJSON): 415 for another type, 400 for what is not UTF-8. */
export function linesBody(contentType: string | undefined, raw: Buffer | undefined): string {
  refuseOtherContent(contentType, 'application/x-ndjson');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch (error) {
    throw new Refusal([{ code: 'FORMAT_ERROR', text: unreadable(error as Error) }]);
  }
}

function unreadable(error: Error): string {
  if (error instanceof Unreadable) return error.message;
  if (!(error instanceof SyntaxError)) return 'The body is not in UTF-8.';
  const place = / in JSON at position \d+ \(line (\d+) column (\d+)\)$/.exec(error.message);
  if (place) {
    const what = error.message.slice(0, place.index);
    return `The body is not JSON: ${what[0]!.toLowerCase()}${what.slice(1)}, line ${place[1]}, column ${place[2]}.`;
  }
  // V8 names a place except where it shows the text instead, which does not belong in an error.
  const [, token] = /^Unexpected token '(.+?)',/su.exec(error.message) ?? [];
  if (token !== undefined) return `The body is not JSON: unexpected '${token}'.`;
  return `The body is not JSON${error.message.includes('end of JSON') ? ': it ends too early' : ''}.`;
}

class Unreadable extends Error {}

function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const flaw of jsonFlaws(text)) throw new Unreadable(flawText(flaw));
  if (!isStorable(value)) throw new Unreadable('The body has a text with U+0000 or half a surrogate pair.');
  return value;
}

const flawText = (flaw: JsonFlaw): string =>
  'repeated' in flaw
    ? `The body names "${flaw.repeated.slice(0, 64)}" twice in one object.`
    : `The body is nested deeper than ${flaw.deeperThan} levels.`;

/** Whether PostgreSQL takes every text in this value (of JSON): none has U+0000 or half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}
