import type { TSchema } from 'typebox';

/** Facts that a decorator notes of a field besides its checks. */
export interface FieldFacts {
  /** Keywords of JSON Schema. */
  readonly schema?: Partial<TSchema>;
  /** The class whose field `value` describes the entries of a list. */
  readonly entry?: new () => object;
}

const facts = new WeakMap<object, Map<string, FieldFacts>>();

/** Notes facts of a field; those of several decorators add up. */
export const noteFacts =
  ({ schema, ...rest }: FieldFacts): PropertyDecorator =>
  (target, property) => {
    const fields = facts.get(target) ?? new Map<string, FieldFacts>();
    const known = fields.get(property as string);
    facts.set(target, fields.set(property as string, { ...known, ...rest, schema: { ...known?.schema, ...schema } }));
  };

/** The facts of a field of a class, or of the class that it extends. */
export function fieldFacts(type: Function, name: string): FieldFacts | undefined {
  const { prototype } = type as { prototype: object | undefined };
  if (!prototype) return undefined;
  return facts.get(prototype)?.get(name) ?? fieldFacts(Object.getPrototypeOf(type) as Function, name);
}
