import type { RecordedBody } from '@open-banking/contracts';
import { sentValues, withoutValues, type Shapes } from '@open-banking/http';
import { codes, unknownName, type Fault } from '@open-banking/messages';
import { keptText } from './recorded-content.js';
import { plainJson } from './sent-credentials.js';
import type { WaitingDetail } from './waiting-detail.js';
import { keepsNothing, type Clean } from './without-credentials.js';

const saidIn = ({ code, text }: Fault): string => text ?? codes[code].text;

/** The texts as the client read them. */
export function textsSaid({ faults, bank: { issuerExchange } }: Pick<WaitingDetail, 'faults' | 'bank'>): string[] {
  if (faults.length > 0) return faults.map(saidIn);
  return issuerExchange?.fault ? [issuerExchange.fault.text] : [];
}

/** The response as text. Empty if there is none or only its size is known. */
export const responseText = ({ bank: { sentBody } }: Pick<WaitingDetail, 'bank'>): string =>
  sentBody === undefined || typeof sentBody === 'number' ? '' : plainJson(sentBody.toString());

/** Longer ones are not searched for as many values as a request may have. */
const maxSearchedChars = 40_000;

/** The values of a refused request that stand in what the response says. Undefined if there is too much to look for. */
export function repeatedValues(request: WaitingDetail): readonly string[] | undefined {
  const { faults, bank, headers, operation, params } = request;
  const said = [...textsSaid(request), ...faults.map((one) => one.withoutValues ?? ''), responseText(request)].join('\n').toLowerCase();
  if (said.length > maxSearchedChars) return undefined;
  const own = ownWords(bank.shapes);
  const product = params['paymentProduct'];
  const isOwn = (value: string): boolean =>
    own.has(value) ||
    operation.path.split('/').includes(value) ||
    (value === product && !faults.some(({ code }) => code === 'PRODUCT_UNKNOWN'));
  return sentValues({ path: bank.path, headers, body: bank.rawBody }, isOwn)?.filter((value) => said.includes(value));
}

/** The texts of the faults, without values that the client sent. The fixed text of a code replaces one of which nothing may be kept. */
export function textsWithoutValues({ faults, bank }: WaitingDetail, values: readonly string[] | undefined, clean: Clean): string[] {
  const { fault } = bank.issuerExchange ?? {};
  if (faults.length === 0) return fault ? [keptText(fault.withoutValues, clean)] : [];
  return faults.map((one) => {
    if (!values || clean === keepsNothing) return codes[one.code].text;
    return keptText(withoutValues(one.withoutValues ?? saidIn(one), values), clean);
  });
}

/** A kept request, and the cleaner of its texts: a client's value may occur in a text only if it occurs in the kept request too. */
export interface Kept {
  readonly path: string;
  readonly body: RecordedBody | undefined;
  readonly clean: Clean;
}

/** Cleans the texts of a response. `repeated`: the values of its request that they repeat; undefined if nothing of them may be kept. */
export function cleanerOfTexts(repeated: readonly string[] | undefined, { path, body, clean }: Kept): Clean {
  const kept = `${path} ${body && 'text' in body ? body.text : ''}`.toLowerCase();
  const values = repeated?.filter((value) => !kept.includes(value));
  return (text) => (values ? withoutValues(clean(text), values) : unknownName);
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
