import { getMetadataStorage, type ValidationArguments } from './class-validator.js';

/** One check of a field, as class-validator keeps it. */
export interface FieldCheck {
  readonly passes: (value: unknown) => boolean;
  /** The message of class-validator if it fails. */
  readonly message: string;
  readonly context: unknown;
}

/** The checks of one field of a decorated class. */
export interface FieldChecks {
  readonly name: string;
  /** Whether the checks apply (`IsOptional`, `ValidateIf`). */
  readonly applies: (value: unknown) => boolean;
  readonly checks: readonly FieldCheck[];
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

const compiled = new WeakMap<Function, readonly FieldChecks[]>();

/**
 * The checks of a decorated class by field, the fields of its base class first. class-validator's own executor looks all of
 * them up again for every instance: 10 µs a field, against 0.1 µs for the checks themselves. Code that checks many values of
 * one class calls these, and `validateSync` only where one fails. Conditions of a field may look at its own value alone.
 */
export function fieldChecksOf(type: Function): readonly FieldChecks[] {
  let fields = compiled.get(type);
  if (!fields) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    const inOrder = lineage(type).flatMap((one) => metadata.filter(({ target }) => target === one));
    const names = [...new Set(inOrder.map(({ propertyName }) => propertyName))];
    fields = names.map((name) =>
      checksOf(
        name,
        inOrder.filter(({ propertyName }) => propertyName === name),
      ),
    );
    compiled.set(type, fields);
  }
  return fields;
}

/** The class and those it extends, the outermost base first. */
function lineage(type: Function): Function[] {
  const base = Object.getPrototypeOf(type) as Function;
  return base === Function.prototype ? [type] : [...lineage(base), type];
}

function checksOf(name: string, metadata: readonly Metadata[]): FieldChecks {
  const conditions = metadata.filter(({ type }) => type === 'conditionalValidation');
  return {
    name,
    applies: (value) => conditions.every(({ constraints }) => (constraints[0] as (object: unknown, value: unknown) => boolean)({}, value)),
    checks: metadata.filter(({ type }) => type === 'customValidation').flatMap(fieldCheck),
  };
}

function fieldCheck({ constraintCls, constraints, message, context, propertyName: property }: Metadata): FieldCheck[] {
  const args = { constraints, property, object: {}, targetName: '', value: undefined } as ValidationArguments;
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance }) => ({
      passes: (value) => instance.validate(value, args) === true,
      message: typeof message === 'string' ? message : (instance.defaultMessage?.(args) ?? ''),
      context: context as unknown,
    }));
}
