import { randomUUID } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { contractById } from '@open-banking/contracts/contract-by-id';
import { schemaOfClass } from '@open-banking/http';
import { codes, type Code } from '@open-banking/messages';
import { type Operation, parametersOf } from '@open-banking/spec';
import type { InternalCallers } from '@open-banking/testing/sweep';
import { type Answer, valuesOf } from './connection.js';
import type { Draft, Wire } from './draft.js';
import { FittingValues, type Schema } from './fitting-values.js';
import type { InternalRow } from './internal-rows.js';
import { mutationsOf } from './mutations.js';
import { withMutations, type Case } from './operation-drafts.js';

type Ids = Readonly<Record<string, readonly string[]>>;

const values = new FittingValues({});

/** Bodies by the class of the operation's contract; lines of JSON are noise, which mutations make. */
function bodies({ id }: Pick<Operation, 'id'>): Arbitrary<unknown> {
  const { body } = contractById.get(id)!;
  return typeof body === 'function' ? values.valuesFor(schemaOfClass(body) as unknown as Schema) : fc.constant({});
}

const blank = ({ row }: InternalRow): Draft => ({
  method: row.method,
  path: row.path,
  params: {},
  query: [],
  headers: [['Content-Type', 'application/json']],
  caller: '',
});

/** Requests of an internal operation, by those who may call it and by others. */
export function internalCases(of: InternalRow, callers: InternalCallers, ids: Ids): Arbitrary<Case> {
  const { row } = of;
  const body = bodies(row);
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
