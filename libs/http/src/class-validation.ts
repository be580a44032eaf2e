import { fieldChecksOf, nestedClassesOf, type FieldChecks } from '@open-banking/config';
import { validateSync, type ValidationError } from '@open-banking/config/class-validator';
import { fieldFacts } from './field-facts.js';
import { maxFaults, mustBe, rememberNames, type Fault } from '@open-banking/messages';

/** A class that describes what people or operators write: each field carries its checks (field.decorator.ts). */
export type Described<T extends object = object> = new () => T;

/**
 * The context that class-validator keeps beside a constraint. `within` names the faults inside a value that one sentence cannot describe.
 */
export interface ConstraintContext {
  readonly within?: (value: unknown) => readonly Fault[];
}

const open = new WeakSet<object>();

/** The class accepts fields that it does not declare. */
export const isOpen = (type: object): boolean => open.has(type);

/** Fields that the class does not declare are let pass, unread; without it they are refused. */
export const AllowsOtherFields = (): ClassDecorator => (type) => void open.add(type);

interface Shape {
  readonly fields: readonly FieldChecks[];
  readonly names: ReadonlySet<string>;
  readonly nested: ReadonlyMap<string, () => Described>;
  readonly isOpen: boolean;
}

const shapes = new WeakMap<Described, Shape>();

function shapeOf(type: Described): Shape {
  let shape = shapes.get(type);
  if (!shape) {
    const fields = fieldChecksOf(type);
    shape = { fields, names: new Set(fields.map(({ name }) => name)), nested: nestedClassesOf(type), isOpen: open.has(type) };
    shapes.set(type, shape);
    rememberNames(shape.names);
  }
  return shape;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * An instance with the declared fields of a JSON value. Other fields never reach it: class-validator's whitelist takes
 * `constructor` for a known one, and class-transformer calls whatever a value names its constructor.
 */
function instanceOf<T extends object>(type: Described<T>, value: Record<string, unknown>): T {
  const { names, nested } = shapeOf(type);
  const instance = new type() as Record<string, unknown>;
  for (const name of names) {
    const below = nested.get(name);
    const inner = ownField(value, name);
    instance[name] = below && isRecord(inner) ? instanceOf(below(), inner) : inner;
  }
  return instance as T;
}

/**
 * A JSON value without the fields that its class does not declare, in nested values and entries of lists too. What is not an object, or not
 * a list where one is declared, stays as it is: its type is a fault.
 */
export function withoutUnknownFields(type: Described, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { names, nested, isOpen } = shapeOf(type);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isOpen || names.has(name))
      .map(([name, inner]) => {
        const below = nested.get(name);
        if (below) return [name, withoutUnknownFields(below(), inner)];
        const entry = fieldFacts(type, name)?.entry;
        return [name, entry && Array.isArray(inner) ? inner.map((one) => withoutUnknownEntryFields(entry, one)) : inner];
      }),
  );
}

const withoutUnknownEntryFields = (entry: Described, value: unknown): unknown =>
  (withoutUnknownFields(entry, { value }) as { value: unknown }).value;

const ownField = (value: Record<string, unknown>, name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);

/** Whether nothing is wrong with a value: the same checks without class-validator's executor, 20 times as fast. */
function fits(type: Described, value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { fields, names, nested, isOpen } = shapeOf(type);
  if (!isOpen) for (const name of Object.keys(value)) if (!names.has(name)) return false;
  return fields.every(({ name, applies, checks }) => {
    const found = ownField(value, name);
    if (!applies(found)) return true;
    const below = nested.get(name);
    return checks.every(({ passes }) => passes(found)) && (!below || fits(below(), found));
  });
}

const faultAt = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', ...(path && { path }), text });
const below = (path: string, name: string): string => `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/**
 * The faults of a JSON value by the class that describes it: the first `maxFaults`, each with its place as a JSON Pointer. Empty if there
 * are none.
 */
export function faultsOfClass(type: Described, value: unknown): Fault[] {
  if (fits(type, value)) return [];
  if (!isRecord(value)) return [faultAt('', mustBe('object'))];
  const errors = validateSync(instanceOf(type, value), { validationError: { target: false } });
  const order = [...shapeOf(type).names];
  errors.sort((one, other) => order.indexOf(one.property) - order.indexOf(other.property));
  return [...errors.flatMap((error) => faultsIn(error, '')), ...unknownFields(type, value, '')].slice(0, maxFaults);
}

/** The type checks, which come before all others. */
const types = ['isString', 'isBoolean', 'isInt', 'isObject'];

function faultsIn({ property, value, constraints = {}, contexts = {}, children = [] }: ValidationError, above: string): Fault[] {
  const path = below(above, property);
  if (value === undefined) return [faultAt(path, 'This field is required.')];
  const type = types.find((name) => constraints[name] !== undefined);
  if (type !== undefined) return [faultAt(path, constraints[type]!)];
  const broken = Object.entries(constraints);
  // An empty text breaks its form, too, and what that says is enough.
  const reported = value === '' && broken.length > 1 ? broken.filter(([name]) => name !== 'minLength') : broken;
  const own = reported.flatMap(([name, text]) => {
    const { within } = (contexts[name] ?? {}) as ConstraintContext;
    return within ? within(value).map((fault) => ({ ...fault, path: `${path}${fault.path ?? ''}` })) : [faultAt(path, text)];
  });
  return [...own, ...children.flatMap((child) => faultsIn(child, path))];
}

function unknownFields(type: Described, value: Record<string, unknown>, above: string): Fault[] {
  const { names, nested, isOpen } = shapeOf(type);
  const unknown = isOpen ? [] : Object.keys(value).filter((name) => !names.has(name));
  return [
    ...unknown.map((name) => faultAt(below(above, name), 'This field is not known here; leave it out.')),
    ...[...nested].flatMap(([field, of]) => {
      const inner = ownField(value, field);
      return isRecord(inner) ? unknownFields(of(), inner, below(above, field)) : [];
    }),
  ];
}
