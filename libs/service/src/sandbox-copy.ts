import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SandboxLine } from '@open-banking/contracts';
import type { Database } from '@open-banking/database';
import { type LoadFormat, RowCopy, descriptionOf } from '@open-banking/feed';
import type { Fault } from '@open-banking/messages';

/** Rows that are checked and written in one turn of the event loop: 1 to 2 ms. */
const rowsOfTurn = 100;

/** All rows in one transaction, or none. Other requests of the process are served in between. */
export async function copyRows(format: LoadFormat, { pool }: Pick<Database, 'pool'>, lines: readonly SandboxLine[]): Promise<void> {
  const copy = await RowCopy.beginInPool(format, pool);
  try {
    for (const [at, { type, fields }] of lines.entries()) {
      if (at > 0 && at % rowsOfTurn === 0) await nextTurn();
      copy.add(type, fields);
    }
    await copy.commit({ analyzed: false });
  } catch (error) {
    await copy.abandon().catch(() => undefined);
    throw error;
  }
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
