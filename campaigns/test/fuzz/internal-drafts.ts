import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { codes, type Code } from '@open-banking/messages';
import { parametersOf } from '@open-banking/spec';
import { inDays } from '@open-banking/testing';
import type { InternalCallers } from '@open-banking/testing/sweep';
import { RawConnection, valuesOf, type Answer } from './connection.js';
import { wireOf, type Draft, type Wire } from './draft.js';
import type { InternalRow } from './internal-rows.js';
import { mutationsOf } from './mutations.js';
import { withMutations, type Case } from './operation-drafts.js';

type Ids = Readonly<Record<string, readonly string[]>>;

const eur = { currency: 'EUR', amount: '1.00' };
/** A value by the name of its field: internal messages have no document. */
const guesses: readonly (readonly [RegExp, Arbitrary<unknown>])[] = [
  [/^by$/, fc.constantFrom('PT1S', 'PT0S')],
  [/Ids?$|^id$/, fc.constantFrom<unknown>(randomUUID(), [randomUUID()])],
  [/amount|cap/i, fc.constantFrom<unknown>(eur, '1.00', { EUR: '1.00' })],
  [/iban|account/i, fc.constantFrom<unknown>('DE89370400440532013000', { iban: 'DE89370400440532013000' })],
  [/(At|since|until|from|to|start|end|before|after)$/i, fc.constantFrom<unknown>(new Date().toISOString(), inDays(0), 1)],
  [/date|day|On$/i, fc.constantFrom<unknown>(inDays(0), inDays(30))],
  [/count|limit|number|sequence|position|version/i, fc.constantFrom<unknown>(1, '1', 0)],
  [/s$/, fc.constantFrom<unknown>([], ['x'], {}, [{}])],
  [/./, fc.constantFrom<unknown>('x', 'EUR', 'ais-pis', 'consents', true, {}, 1)],
];
const guessed = (name: string): Arbitrary<unknown> => guesses.find(([form]) => form.test(name))![1];

/** The fields of a body, from what the service says of bodies without them. */
async function learned({ row, service }: InternalRow, callers: InternalCallers, url: string): Promise<readonly string[]> {
  if (row.method === 'GET' || row.method === 'DELETE' || row.holdsMs === 50_000) return [];
  const connection = new RawConnection(url);
  const names = new Set<string>();
  const caller = callers.permitted(row)[0]!;
  for (let round = 0; round < 3; round += 1) {
    const value = Object.fromEntries([...names].map((name) => [name, {}]));
    const draft = { ...blank({ row, service }), params: paramsOf(row.path), body: { value } };
    const { body } = await connection.send(wireOf(draft, callers.authorization(caller, row, service)));
    for (const [, name] of body.toString().matchAll(/"path":"\/?([A-Za-z]\w*)/g)) if (!(name! in paramsOf(row.path))) names.add(name!);
  }
  connection.close();
  return [...names];
}

const paramsOf = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(parametersOf(path).map((name) => [name, randomUUID()]));

const blank = ({ row }: InternalRow): Draft => ({
  method: row.method,
  path: row.path,
  params: {},
  query: [],
  headers: [['Content-Type', 'application/json']],
  caller: '',
});

/** Requests of an internal operation, by those who may call it and by others. */
export async function internalCases(of: InternalRow, callers: InternalCallers, ids: Ids, url: string): Promise<Arbitrary<Case>> {
  const { row } = of;
  const names = await learned(of, callers, url);
  const body = fc.record(Object.fromEntries(names.map((name) => [name, guessed(name)])), { requiredKeys: [] });
  const params = fc.record(
    Object.fromEntries(
      parametersOf(row.path).map((name) => [name, fc.constantFrom(...(ids[name] ?? ['x']), randomUUID()).map(encodeURIComponent)]),
    ),
  );
  // What waits for news waits for 50 s: only strangers ask for that.
  const permitted = row.holdsMs === 50_000 ? callers.strangers : callers.permitted(row);
  const hasBody = row.method !== 'GET' && row.method !== 'DELETE';
  const draft = fc
    .record({ params, body, caller: fc.constantFrom(...permitted) })
    .map(({ body: value, ...drawn }) => ({ ...blank(of), ...drawn, ...(hasBody && { body: { value } }) }));
  return withMutations(draft, mutationsOf(hasBody, row.path.includes('{'), callers.strangers));
}

/** Customers sign in elsewhere than the caller takes it: the two services are configured differently. */
const isUnavailable = (wire: Wire, { status }: Answer): boolean => status === 503 && wire.target === '/internal/subject-sign-ins';

/** What is wrong with an answer of the internal port. */
export function judgedInternal(caller: string, isPermitted: boolean, wire: Wire, answer: Answer): string[] {
  const { status } = answer;
  if (status >= 500 && !isUnavailable(wire, answer)) return [`answers ${status}`];
  if (answer.behind > 0) return [`${answer.behind} bytes stand behind the response`];
  const early = [400, 413, 414, 415, 431].includes(status);
  if (!isPermitted && ![401, 403].includes(status) && !early && status !== 404) return [`answers ${status} to ${caller}`];
  if (isPermitted && status === 401) return [`answers 401 to ${caller}`];
  if (status < 400) return [];
  return faultsOfRefusal(answer);
}

/** A refusal is told in the one form of errors, with codes that are known. */
export function faultsOfRefusal(answer: Answer): string[] {
  const type = valuesOf(answer, 'content-type')[0] ?? '';
  const refusal = refusedIn(answer);
  if (!refusal) return [`${answer.status} has no messages: ${type} ${answer.body.toString('latin1').slice(0, 80)}`];
  return refusal.filter((code) => !(code in codes)).map((code) => `${code} is no code of the bank`);
}

function refusedIn({ body }: Answer): Code[] | undefined {
  try {
    const found = JSON.parse(body.toString()) as { tppMessages?: { code: Code }[]; code?: Code };
    return found.tppMessages?.map(({ code }) => code) ?? (found.code && [found.code]);
  } catch {
    return undefined;
  }
}
