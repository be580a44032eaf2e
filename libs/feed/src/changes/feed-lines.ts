import { setImmediate as nextTurn } from 'node:timers/promises';
import { descriptionOf, type LineDescription, type LoadField, type LoadFormat } from '../load/load-format.js';
import { futureBookingFault } from '../load/booking-day.js';
import { LineAmounts } from '../load/load-amounts.js';
import { loadKinds } from '../load/load-kinds.js';
import { isSource, sourceRule, type ChangeKind, type FeedChange, type FeedFault, type FeedStep } from './feed-step.js';

/** The members of a line besides the fields of its type. */
const envelope: readonly string[] = ['source', 'position', 'more', 'part', 'type', 'change'];
/** Lines that are read in one turn of the event loop: some 2 ms. */
const linesOfTurn = 100;
/** The most requests that a step comes in. */
const maxParts = 10_000;
const positionForm = /^\d{1,36}$/;

type LineRecord = Readonly<Record<string, unknown>>;

/** The step that a line belongs to. */
interface Placed {
  readonly source: string;
  readonly position: bigint;
  readonly more: boolean;
  readonly part: number | undefined;
  readonly record: LineRecord;
}

/** A request that holds a part of one step, and nothing else. */
export interface StepPart {
  /** From 1. */
  readonly number: number;
  readonly isLast: boolean;
}

/** The lines of a request, read. */
export interface ReadLines {
  readonly steps: readonly FeedStep[];
  readonly lost: readonly FeedFault[];
  readonly part?: StepPart;
}

/** A kind of change as its class describes it, read once. */
interface Described extends LineDescription {
  readonly names: ReadonlySet<string>;
  readonly keyFields: readonly LoadField[];
  readonly amounts: LineAmounts;
}

interface WrittenStep {
  readonly source: string;
  readonly position: bigint;
  readonly changes: FeedChange[];
  readonly first: number;
  lines: number;
  /** Whether its last line is still to come. */
  more: boolean;
  fault?: FeedFault;
}

/** Reads the lines of a feed, NDJSON in UTF-8, of one service. */
export class FeedLines {
  readonly #types: ReadonlyMap<string, Described>;

  /** `today` says the bank's current day: a booking day after it is a fault. */
  constructor(
    readonly format: LoadFormat,
    private readonly today: () => string,
  ) {
    this.#types = new Map(Object.entries(format).map(([type, line]) => [type, described(format, descriptionOf(line))]));
  }

  /**
   * The steps in the order of the lines. A line without source or position belongs to no step: such lines are returned
   * apart, and nothing of what was sent with them counts. Other requests of the process are served in between.
   */
  async read(text: string): Promise<ReadLines> {
    const steps: WrittenStep[] = [];
    const lost: FeedFault[] = [];
    const latest = new Map<string, WrittenStep>();
    let first: Placed | undefined;
    for (const [index, written] of text.split('\n').entries()) {
      if (index > 0 && index % linesOfTurn === 0) await nextTurn();
      if (written.trim() === '') continue;
      const line = index + 1;
      const placed = readPlace(written);
      const reason = 'reason' in placed ? placed : faultBeside(first, latest.get(placed.source), placed);
      if (reason) lost.push({ line, ...reason });
      else this.#add(placed as Placed, line, steps, latest);
      first ??= placed as Placed;
    }
    return partOf(steps, lost, first) ?? { steps, lost: [...lost, ...[...latest.values()].flatMap(unfinished)] };
  }

  #add({ source, position, more, record }: Placed, line: number, steps: WrittenStep[], latest: Map<string, WrittenStep>): void {
    let step = latest.get(source);
    if (!step?.more) {
      step = { source, position, changes: [], first: line, lines: 0, more };
      steps.push(step);
      latest.set(source, step);
    }
    step.more = more;
    step.lines += 1;
    const change = this.#change(record);
    if ('reason' in change) step.fault ??= { line, ...change };
    else step.changes.push({ line, ...change });
  }

  #change(record: LineRecord): Omit<FeedChange, 'line'> | Omit<FeedFault, 'line'> {
    const { type, change = 'upsert' } = record;
    const of = typeof type === 'string' ? this.#types.get(type) : undefined;
    if (!of) return { field: 'type', reason: `must be one of ${[...this.#types.keys()].join(', ')}` };
    const may = kindsOf(of);
    if (!may.includes(change as ChangeKind))
      return { field: 'change', reason: `must be ${may.length > 1 ? 'one of ' : ''}${may.join(', ')}` };
    const kind = change as ChangeKind;
    const expected = kind === 'upsert' ? of.fields : of.keyFields;
    const fault = this.#fault(record, of, expected, kind);
    if (fault) return fault;
    const given = expected.filter(({ name }) => (record[name] ?? undefined) !== undefined);
    const nothing = given.find(({ name, booksNothing }) => booksNothing(record[name]));
    const fields = Object.fromEntries(given.map(({ name, kind: of }) => [name, comparable(of, record[name])]));
    return { type: type as string, change: kind, fields, ...(nothing && { booksNothing: nothing.name }) };
  }

  #fault(record: LineRecord, of: Described, expected: readonly LoadField[], kind: ChangeKind): Omit<FeedFault, 'line'> | undefined {
    return (
      unexpected(record, of, expected, kind) ??
      wrong(record, expected) ??
      of.amounts.misfit(record) ??
      this.#bookedAhead(record, expected, kind)
    );
  }

  /** A change that ends or removes a row names it by its key, whatever the key's day is. */
  #bookedAhead(record: LineRecord, expected: readonly LoadField[], kind: ChangeKind): Omit<FeedFault, 'line'> | undefined {
    if (kind !== 'upsert') return undefined;
    const today = this.today();
    for (const field of expected) {
      const reason = futureBookingFault(field, record[field.name], today);
      if (reason !== undefined) return { field: field.name, reason };
    }
    return undefined;
  }
}

const described = (format: LoadFormat, description: LineDescription): Described => ({
  ...description,
  amounts: new LineAmounts(format, description),
  names: new Set(description.fields.map(({ name }) => name)),
  keyFields: description.fields.filter(({ name }) => description.key?.includes(name)),
});

/** The changes that rows of a type allow: removal if the type allows it, closing if they have a status for it. */
export function kindsOf({ key, removable, fields }: LineDescription): ChangeKind[] {
  const closable = key?.length === 1 && fields.some(({ column, fault }) => column === 'status' && fault('deleted') === undefined);
  return ['upsert', ...(removable ? (['remove'] as const) : []), ...(closable ? (['close'] as const) : [])];
}

function unexpected(
  record: LineRecord,
  { names }: Described,
  expected: readonly LoadField[],
  kind: ChangeKind,
): Omit<FeedFault, 'line'> | undefined {
  const field = Object.keys(record).find((name) => !envelope.includes(name) && !expected.some((one) => one.name === name));
  if (field === undefined) return undefined;
  const reason = names.has(field)
    ? `is not told where a line has "change":"${kind}": its key is enough`
    : `${String(record['type'])} has no such field`;
  return { field, reason };
}

function wrong(record: LineRecord, expected: readonly LoadField[]): Omit<FeedFault, 'line'> | undefined {
  for (const field of expected) {
    const reason = fieldFault(field, record[field.name] ?? undefined);
    if (reason !== undefined) return { field: field.name, reason };
  }
  return undefined;
}

function fieldFault({ optional, kind, says, fault, booksNothing }: LoadField, value: unknown): string | undefined {
  if (value === undefined) return optional ? undefined : 'is missing';
  if (loadKinds[kind].encode(value) === undefined) return `must be ${says[0]!}`;
  return booksNothing(value) ? undefined : fault(value);
}

/** Identifiers are compared by value: the case of a UUID's digits says nothing (RFC 9562 §4). */
const comparable = (kind: LoadField['kind'], value: unknown): unknown => (kind === 'uuid' ? String(value).toLowerCase() : value);

/** A request that holds a part of one step; undefined where its lines name none. */
function partOf([step]: readonly WrittenStep[], lost: readonly FeedFault[], first: Placed | undefined): ReadLines | undefined {
  if (first?.part === undefined || !step) return undefined;
  return { steps: [step], lost, part: { number: first.part, isLast: !step.more } };
}

/** The fault of a step all of whose lines say that more follow. */
const unfinished = ({ more, first, position }: WrittenStep): FeedFault[] =>
  more ? [{ line: first, field: 'more', reason: `is said in all lines of step ${position}: its last line is missing` }] : [];

/** Why a line cannot stand in a request with its first line, or after the step before it. A part of a step is alone in its request. */
function faultBeside(
  first: Placed | undefined,
  before: WrittenStep | undefined,
  { source, position, part }: Placed,
): Omit<FeedFault, 'line'> | undefined {
  const fault = misplaced(before, position);
  if (fault || !first) return fault;
  const isAlike = part === undefined || (source === first.source && position === first.position);
  if (part === first.part && isAlike) return undefined;
  return { field: 'part', reason: 'is the same in all lines of a request, which then holds a part of one step and nothing else' };
}

/** Why a line with this position cannot follow a step of its source. */
function misplaced(before: WrittenStep | undefined, position: bigint): Omit<FeedFault, 'line'> | undefined {
  const fault = (reason: string) => ({ field: 'position', reason });
  if (!before) return undefined;
  if (!before.more)
    return position > before.position ? undefined : fault(`is ${position} after ${before.position}: the positions of a source rise`);
  return position === before.position ? undefined : fault(`is ${position}, but step ${before.position} is not over: "more":true was said`);
}

function readPlace(written: string): Omit<FeedFault, 'line'> | Placed {
  let record: unknown;
  try {
    record = JSON.parse(written);
  } catch (error) {
    return { reason: `not JSON: ${(error as Error).message}` };
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return { reason: 'must be a JSON object' };
  return placeIn(record as LineRecord);
}

function placeIn(record: LineRecord): Omit<FeedFault, 'line'> | Placed {
  const { source, position, more = false, part } = record;
  if (!isSource(source)) return { field: 'source', reason: sourceRule };
  const digits = Number.isSafeInteger(position) ? String(position) : position;
  if (typeof digits !== 'string' || !positionForm.test(digits))
    return { field: 'position', reason: 'must be a whole number from 0, or up to 36 digits as a string' };
  if (typeof more !== 'boolean') return { field: 'more', reason: 'must be true or false' };
  if (part !== undefined && !isPart(part)) return { field: 'part', reason: `must be a whole number from 1 to ${maxParts}` };
  return { source, position: BigInt(digits), more, part, record };
}

const isPart = (part: unknown): part is number => Number.isSafeInteger(part) && (part as number) >= 1 && (part as number) <= maxParts;
