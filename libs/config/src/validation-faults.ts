import { plainToInstance, type ClassConstructor } from './class-transformer.js';
import { getMetadataStorage, validateSync, ValidateIf, type ValidationError } from './class-validator.js';
import { nestedClassesOf } from './nested-class.js';

/** One place of an input that is wrong. `sentence` says what would be right and continues `path`: "must be …". */
export interface ValidationFault {
  readonly path: string;
  readonly sentence: string;
}

/** How a place is written: `dottedPath` as in `classes.read.day`, `jsonPointer` (RFC 6901) as in `/classes/read/day`. */
export type PathNotation = (names: readonly string[]) => string;
export const dottedPath: PathNotation = (names) => names.join('.');
export const jsonPointer: PathNotation = (names) => names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** A value as a sentence shows it: scalars as JSON, other values by their kind. */
export const shownValue = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? 'nothing');

/** The member names a decorated class knows, in the order of their declaration. */
export const propertyNames = (shape: Function): string[] => [
  ...new Set(
    getMetadataStorage()
      .getTargetValidationMetadatas(shape, undefined as never, false, false)
      .map(({ propertyName }) => propertyName),
  ),
];

/** Says which members an object may have, where the class's own list of names is too long to print. */
const knownNames = new WeakMap<Function, string>();
export const KnownNames =
  (names: string): ClassDecorator =>
  (shape) => {
    knownNames.set(shape, names);
  };
const listed = (shape: Function): string => knownNames.get(shape) ?? propertyNames(shape).join(', ');
const notAnObject = (shape: Function, value: unknown): string =>
  `must be an object with names among ${listed(shape)}; it is ${shownValue(value)}`;

/** A member that may be missing, unlike `IsOptional` never null. */
export const MayBeMissing = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/**
 * Turns a parsed JSON value into an instance of a decorated class and reports every place where it does not fit.
 * Members the class does not know are faults too. `value` may be used only if `faults` is empty.
 */
export function validatePlain<T extends object>(
  shape: ClassConstructor<T>,
  plain: unknown,
  notation: PathNotation = jsonPointer,
): { readonly value: T; readonly faults: readonly ValidationFault[] } {
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain))
    return { value: plain as T, faults: [{ path: notation([]), sentence: notAnObject(shape, plain) }] };
  const value = plainToInstance(shape, withInheritedNamesMarked(plain));
  const errors = validateSync(value, { whitelist: true, forbidNonWhitelisted: true });
  return { value, faults: faultsOf(errors, notation) };
}

/** All faults of a tree of validation errors, in its order. A member has one fault for each different sentence. */
export function faultsOf(errors: readonly ValidationError[], notation: PathNotation, above: readonly string[] = []): ValidationFault[] {
  return errors.flatMap(({ property, constraints = {}, children = [], target, value }) => {
    const names = [...above, property.replaceAll(mark, '')];
    const { isObject, whitelistValidation, ...others } = constraints;
    const fault = (sentence: string): ValidationFault => ({ path: notation(names), sentence });
    if (isObject !== undefined) {
      const nested = nestedClassesOf(target!.constructor).get(property);
      return [fault(nested ? notAnObject(nested(), value) : isObject)];
    }
    if (whitelistValidation !== undefined) return [fault(`is not known here; names are among ${listed(target!.constructor)}`)];
    return [...[...new Set(Object.values(others))].map(fault), ...faultsOf(children, notation, names)];
  });
}

/** Marks names that every JavaScript object inherits: class-transformer skips `constructor`, class-validator takes it for known. */
const mark = '\u0000';
function withInheritedNamesMarked<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withInheritedNamesMarked) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name in Object.prototype ? name + mark : name,
    withInheritedNamesMarked(member),
  ]);
  return Object.fromEntries(members) as Value;
}
