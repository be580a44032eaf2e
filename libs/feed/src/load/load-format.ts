import { fieldChecksOf } from '@open-banking/config';
import type { ArrivalOrder } from './arrival-order.js';
import { OneOf, Uuid } from './load-field.decorator.js';
import { isNotZero, type ByteCheck } from './byte-checks.js';
import { loadKinds, type AmountCurrency, type LoadCheck, type LoadKind } from './load-kinds.js';

interface LineOptions {
  readonly table: string;
  /** Fields that name a row, where a line of an existing row changes it; without them an existing row is refused. */
  readonly key?: readonly string[];
  /** The field that names the resource (an account, a card) whose row this is; see `ServiceTables.provedByResource`. */
  readonly resource?: string;
  /** Fields of an existing row that a line cannot change. */
  readonly fixed?: readonly string[];
  /** Optional fields of an existing row that a line which leaves them out does not change: names under which clients know the row. */
  readonly kept?: readonly string[];
  /** Whether a change of the bank's core may remove a row (docs/feed.md). */
  readonly removable?: true;
  /** Fields, or whole rows, that the bank keeps by itself once they are loaded: a snapshot of the core may have others. */
  readonly own?: readonly string[] | 'rows';
  /** Columns whose name is not the field's in snake case. */
  readonly columns?: Readonly<Record<string, string>>;
  /** Rows are booked in the order in which they arrive. */
  readonly arrivals?: ArrivalOrder;
}

/** A class that describes one kind of line: `{"type": …, fields…}` becomes one row of its table. */
export type LineClass = new () => object;

const options = new WeakMap<Function, LineOptions>();

/** Says where the lines of this kind go. Its fields carry the decorators of load-field.decorator.ts. */
export const LoadLine =
  (line: LineOptions): ClassDecorator =>
  (type) => {
    options.set(type, line);
  };

/** The lines of one service's load file by their type, those that others refer to first. */
export type LoadFormat = Readonly<Record<string, LineClass>>;

/** One field of a line. */
export interface LoadField {
  readonly name: string;
  readonly column: string;
  readonly optional: boolean;
  readonly kind: LoadKind;
  readonly isBookingDay: boolean;
  /** Of an amount of money: where its currency stands. Other numbers, such as rates, have none. */
  readonly amount: AmountCurrency | undefined;
  /** What the value must be, its kind first: told after "must be". */
  readonly says: readonly string[];
  /** The first thing that a value of this kind should be and is not. */
  readonly fault: (value: unknown) => string | undefined;
  /** Whether a value of this kind is the zero that the field must not be: a line with it books nothing and is passed over. */
  readonly booksNothing: (value: unknown) => boolean;
  /** Whether the bytes of a JSON string without escapes surely have no fault and are what COPY takes; without it nobody can say. */
  readonly isPlain: ByteCheck | undefined;
}

/** A kind of line as its class describes it. */
export interface LineDescription {
  readonly table: string;
  readonly key: readonly string[] | undefined;
  readonly fixed: readonly string[];
  readonly kept: readonly string[];
  readonly removable: boolean;
  readonly own: readonly string[] | 'rows';
  /** The field that names the resource whose row this is; rows such as a customer's belong to none. */
  readonly resource: LoadField | undefined;
  readonly fields: readonly LoadField[];
  readonly arrivals: ArrivalOrder | undefined;
}

const inSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Reads the description of a kind of line out of its class. */
export function descriptionOf(type: LineClass): LineDescription {
  const { table, key, fixed = [], kept = [], resource, removable = false, own = [], columns = {}, arrivals } = options.get(type)!;
  const fields = fieldChecksOf(type).map(({ name, applies, checks }): LoadField => {
    const kind = checks.find(({ context }) => (context as LoadCheck).kind !== undefined)!;
    const others = checks.filter((check) => check !== kind);
    const nonZero = others.find(({ context }) => (context as LoadCheck).passes === isNotZero);
    return {
      name,
      column: columns[name] ?? inSnakeCase(name),
      optional: !applies(undefined),
      kind: (kind.context as LoadCheck).kind!,
      isBookingDay: checks.some(({ context }) => (context as LoadCheck).isBookingDay === true),
      amount: others.map(({ context }) => (context as LoadCheck).amount).find((one) => one !== undefined),
      says: [kind, ...others].map(({ context }) => (context as LoadCheck).says),
      fault: (value) => others.find(({ passes }) => !passes(value))?.message,
      booksNothing: (value) => nonZero !== undefined && !nonZero.passes(value),
      isPlain: others.reduce<ByteCheck | undefined>(
        (isPlain, { context }) => {
          const { passes } = context as LoadCheck;
          return isPlain && passes && ((bytes, start, end) => isPlain(bytes, start, end) && passes(bytes, start, end));
        },
        loadKinds[(kind.context as LoadCheck).kind!].isPlain,
      ),
    };
  });
  return { table, key, fixed, kept, removable, own, resource: fields.find(({ name }) => name === resource), fields, arrivals };
}

/** Whose a resource is; the same line in every service. */
@LoadLine({ table: 'holder', key: ['psuId', 'resourceId'], resource: 'resourceId', removable: true })
export class Holder {
  @Uuid() readonly psuId!: string;
  @Uuid() readonly resourceId!: string;
  @OneOf('any', 'both') readonly rule!: string;
}
