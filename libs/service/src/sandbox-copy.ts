import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SandboxLine } from '@open-banking/contracts';
import type { Database } from '@open-banking/database';
import { disagreements, LineAmounts, type LoadFormat, RowCopy, descriptionOf, type ServiceTables } from '@open-banking/feed';
import { type Fault, refuseAll } from '@open-banking/messages';

/** Rows that are checked and written in one turn of the event loop: 1 to 2 ms. */
const rowsOfTurn = 100;

/**
 * All rows in one transaction, or none. Other requests of the process are served in between. Where the proofs of a service look at one
 * resource at a time, they are held before the rows count, as by `openbank load`.
 */
export async function copyRows(
  { loadFormat: format, loadedProofs, provedByResource }: Pick<ServiceTables, 'loadFormat' | 'loadedProofs' | 'provedByResource'>,
  { pool }: Pick<Database, 'pool'>,
  lines: readonly SandboxLine[],
  resourceIds: readonly string[],
): Promise<void> {
  const copy = await RowCopy.beginInPool(format, pool);
  try {
    for (const [at, { type, fields }] of lines.entries()) {
      if (at > 0 && at % rowsOfTurn === 0) await nextTurn();
      copy.add(type, fields);
    }
    await copy.commit({
      analyzed: false,
      ...(provedByResource && {
        prove: async (client) => refuseDisagreements(await disagreements(client, loadedProofs, format, new Set(resourceIds))),
      }),
    });
  } catch (error) {
    await copy.abandon().catch(() => undefined);
    throw error;
  }
}

function refuseDisagreements(found: Awaited<ReturnType<typeof disagreements>>): void {
  refuseAll(found.map(({ proof, what }) => ({ code: 'FORMAT_ERROR', path: '/rows', text: `Does not agree, ${what}: ${proof.name}.` })));
}

/** Values that a load file may not have, by the checks of `openbank load`. */
export async function faultyLines(format: LoadFormat, lines: readonly SandboxLine[]): Promise<Fault[]> {
  const checks = new Map<string, (fields: SandboxLine['fields']) => string | undefined>();
  const faults: Fault[] = [];
  for (const [index, { type, fields }] of lines.entries()) {
    if (index > 0 && index % rowsOfTurn === 0) await nextTurn();
    const check = checks.get(type) ?? lineCheck(format, type);
    checks.set(type, check);
    const fault = check(fields);
    if (fault !== undefined) faults.push({ code: 'FORMAT_ERROR', path: `/rows/${index}`, text: `${type}: ${fault}.` });
  }
  return faults;
}

function lineCheck(format: LoadFormat, type: string): (fields: SandboxLine['fields']) => string | undefined {
  const description = descriptionOf(format[type]!);
  const amounts = new LineAmounts(format, description);
  return (fields) => {
    for (const { name, fault, booksNothing } of description.fields) {
      const value = fields[name];
      if (value === undefined || value === null) continue;
      const reason = booksNothing(value) ? 'is zero' : fault(value);
      if (reason !== undefined) return `${name} ${reason}`;
    }
    const misfit = amounts.misfit(fields);
    return misfit && `${misfit.field} ${misfit.reason}`;
  };
}

/**
 * Lines of unknown types, of other customers, or of resources that the data set does not bring, as far as the format says whose they are.
 */
export function foreignLines(format: LoadFormat, psuIds: readonly string[], lines: readonly SandboxLine[]): Fault[] {
  const brought = new Set(lines.flatMap(({ type, fields }) => (type === 'holder' ? [fields['resourceId']] : [])));
  const described = new Map<string, ReturnType<typeof descriptionOf>>();
  const resourceOf = (type: string) => {
    const description = described.get(type) ?? descriptionOf(format[type]!);
    described.set(type, description);
    return description.resource;
  };
  const isOwn = ({ type, fields }: SandboxLine): boolean => {
    if (!Object.hasOwn(format, type) || (fields['psuId'] !== undefined && !psuIds.includes(String(fields['psuId'])))) return false;
    const resource = resourceOf(type);
    return resource === undefined || brought.has(fields[resource.name]);
  };
  return lines.flatMap((line, index) =>
    isOwn(line) ? [] : [{ code: 'FORMAT_ERROR' as const, path: `/rows/${index}`, text: 'Is of no resource of this data set.' }],
  );
}
