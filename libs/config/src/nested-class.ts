import { Type, type ClassConstructor } from './class-transformer.js';
import { IsObject, ValidateNested } from './class-validator.js';

const declared = new WeakMap<object, Map<string, () => ClassConstructor<object>>>();

/** A member that is an object of its own decorated class. The class is given as a function, so that it may be declared later. */
export const IsNested = (type: () => ClassConstructor<object>): PropertyDecorator => {
  // A value that is not an object is reported by IsObject; ValidateNested then adds nothing.
  const decorators = [Type(type), IsObject({ message: 'Must be an object.' }), ValidateNested()];
  return (target, name) => {
    decorators.forEach((decorate) => decorate(target, name as string));
    const members = declared.get(target) ?? new Map<string, () => ClassConstructor<object>>();
    declared.set(target, members.set(name as string, type));
  };
};

/** The nested classes of a class by member, including those of its base classes. */
export function nestedClassesOf(type: Function): ReadonlyMap<string, () => ClassConstructor<object>> {
  const base = Object.getPrototypeOf(type) as Function;
  return new Map([...(base.prototype ? nestedClassesOf(base) : []), ...(declared.get(type.prototype as object) ?? [])]);
}
