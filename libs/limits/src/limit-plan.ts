import { readFileSync } from 'node:fs';
import { jsonFlaws } from '@open-banking/messages';
import { limits, operations, windows, type LimitClass, type Numbers, type Operation } from '@open-banking/spec';

/** What an operator says instead of the table's numbers. An entry replaces the windows of its class or operation whole. */
export interface LimitPlan {
  readonly classes: Readonly<Partial<Record<LimitClass, Numbers>>>;
  readonly operations: Readonly<Record<string, Numbers>>;
}

/** The table as it stands. */
export const noPlan: LimitPlan = { classes: {}, operations: {} };

/** The operation's own numbers, else its class's, each from the plan before the table. */
export const numbersFor = ({ id, limits: of }: Pick<Operation, 'id' | 'limits'>, plan: LimitPlan): Numbers =>
  own(plan.operations, id) ?? own(plan.classes, of) ?? limits[of];

const classNames = ['read', 'hotRead', 'write', 'metadata', 'loanServices', 'signIn'] as const satisfies readonly LimitClass[];
const windowNames = Object.keys(windows);
const operationIds = new Set(operations.map(({ id }) => id));
/** The largest integer a structured field can carry (RFC 9651 §3.3.1). */
const greatest = 999_999_999_999_999;

/** Reads a plan. Throws one error that names the file and every place in it that is wrong, and says what would be right. */
export function readPlan(file: string): LimitPlan {
  const wrong: string[] = [];
  const plan = parsed(file, wrong);
  const { classes, operations: byId } = members(plan, '', ['classes', 'operations'], wrong);
  const numbersAt = (of: unknown, place: string, names: ReadonlySet<string>, known: string): Record<string, Numbers> => {
    if (of === undefined) return {};
    const entries = members(of, place, names, wrong, known);
    return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, numbers(entry, `${place}.${name}`, wrong)]));
  };
  const read = {
    classes: numbersAt(classes, 'classes', new Set(classNames), classNames.join(', ')),
    operations: numbersAt(byId, 'operations', operationIds, 'the operation ids of docs/operations.md'),
  };
  if (wrong.length > 0) throw bad(file, wrong);
  return read;
}

const bad = (file: string, wrong: readonly string[]): Error => new Error(wrong.map((line) => `PLAN_FILE ${file}: ${line}`).join('\n'));
const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined => (Object.hasOwn(of, name) ? of[name] : undefined);

function parsed(file: string, wrong: string[]): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw bad(file, [`the file cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
  try {
    const plan: unknown = JSON.parse(text);
    for (const flaw of jsonFlaws(text)) {
      wrong.push(
        'repeated' in flaw ? `"${flaw.repeated}" stands twice in one object` : `the file is nested deeper than ${flaw.deeperThan} levels`,
      );
    }
    return plan;
  } catch (error) {
    throw bad(file, [`the file is not JSON: ${(error as Error).message}`]);
  }
}

/** The members of an object, where it is one and has only those that are known. */
function members(
  of: unknown,
  place: string,
  names: Iterable<string>,
  wrong: string[],
  known = [...names].join(', '),
): Record<string, unknown> {
  const at = place || 'the file';
  if (typeof of !== 'object' || of === null || Array.isArray(of)) {
    wrong.push(`${at} must be an object with names among ${known}; it is ${said(of)}`);
    return {};
  }
  const allowed = new Set(names);
  for (const name of Object.keys(of)) {
    if (!allowed.has(name)) wrong.push(`${place ? `${place}.` : ''}${name} is not known here; names are among ${known}`);
  }
  return Object.fromEntries(Object.entries(of).filter(([name]) => allowed.has(name)));
}

function numbers(entry: unknown, place: string, wrong: string[]): Numbers {
  const given = members(entry, place, windowNames, wrong);
  if (isEmpty(entry)) wrong.push(`${place} must have at least one window among ${windowNames.join(', ')}`);
  for (const [name, value] of Object.entries(given)) {
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > greatest) {
      wrong.push(`${place}.${name} must be a whole number from 1 to ${greatest}; it is ${said(value)}`);
    }
  }
  return given as Numbers;
}

const isEmpty = (of: unknown): boolean => typeof of === 'object' && of !== null && Object.keys(of).length === 0;
const said = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' && value !== null ? 'an object' : JSON.stringify(value);
