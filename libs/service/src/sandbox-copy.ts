import { descriptionOf, RowCopy, type Database, type LoadFormat } from '@open-banking/database';
import type { Fault } from '@open-banking/messages';

// Loaded when the first customer is made: a service that makes none needs nothing of it.

export interface SandboxLine {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** All rows in one transaction, or none. */
export async function copyRows(format: LoadFormat, { pool }: Pick<Database, 'pool'>, lines: readonly SandboxLine[]): Promise<void> {
  const copy = await RowCopy.beginInPool(format, pool);
  try {
    for (const { type, fields } of lines) copy.add(type, fields);
    await copy.commit({ analyzed: false });
  } catch (error) {
    await copy.abandon().catch(() => undefined);
    throw error;
  }
}

/** Lines of unknown types, of other customers, or of resources that the data set does not bring, as far as the format says whose they are. */
export function foreignLines(format: LoadFormat, psuIds: readonly string[], lines: readonly SandboxLine[]): Fault[] {
  const brought = new Set(lines.flatMap(({ type, fields }) => (type === 'holder' ? [fields['resourceId']] : [])));
  const isOwn = ({ type, fields }: SandboxLine): boolean => {
    if (!Object.hasOwn(format, type) || (fields['psuId'] !== undefined && !psuIds.includes(String(fields['psuId'])))) return false;
    const { resource } = descriptionOf(format[type]!);
    return resource === undefined || brought.has(fields[resource.name]);
  };
  return lines.flatMap((line, index) =>
    isOwn(line) ? [] : [{ code: 'FORMAT_ERROR' as const, path: `/rows/${index}`, text: 'Is of no resource of this data set.' }],
  );
}
