import { IsBoolean, IsIn, IsInt, IsObject, IsString, Matches, Min, ValidateBy, ValidateIf } from '@open-banking/config/class-validator';
import type { TSchema } from 'typebox';
import { faultsOfClass } from './class-validation.js';
import { noteFacts } from './field-facts.js';
import { faultsOf, formats, isReadable, maxFaults, maxMarks, mustBe, mustHave, type Fault, type FormatName } from '@open-banking/messages';

// class-validator's decorators with the sentences that JSON Schema's faults have: clients read one language.

export { IsNested } from '@open-banking/config';

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** The members that have a value. */
const defined = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;

const check = (name: string, message: string, validate: (value: unknown) => boolean): PropertyDecorator =>
  ValidateBy({ name, validator: { validate } }, { message });

/** A check that knows the places inside a value where it fails. */
const checkWithin = (name: string, within: (value: unknown) => readonly Fault[]): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: (value) => within(value).length === 0 } }, { message: 'Does not fit.', context: { within } });

/** The field may be left out; null is a value like any other. */
export const Optional = (): PropertyDecorator => ValidateIf((_, value) => value !== undefined);

/** The field must be there, with any value. */
export const IsPresent = (): PropertyDecorator => check('isPresent', 'This field is required.', (value) => value !== undefined);

export type TextRules = TextLength & (TextForm | { readonly matches?: never; readonly is?: never; readonly must?: never });

interface TextLength {
  /** Characters (code points), at least and at most. */
  readonly min?: number;
  readonly max?: number;
  /** At least one character that is no space. */
  readonly notBlank?: boolean;
  /** A secret, which is never displayed: any characters. Every other text must be readable (isReadable). */
  readonly isSecret?: boolean;
}

/** A form describes itself in words: error messages show no regular expression. */
interface TextForm {
  readonly matches?: RegExp;
  readonly is?: (text: string) => boolean;
  /** Follows "Must" in the message if `matches` or `is` fails. */
  readonly must: string;
}

const readable = `have a character that is visible, and at most ${maxMarks} marks on one letter`;

const lengthOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);

const textSchema = (keywords: object, matches: RegExp | undefined): object => ({
  type: 'string',
  ...defined(keywords),
  ...(matches && { pattern: matches.source }),
});

export const IsText = ({ min, max, notBlank, isSecret, matches, is, must }: TextRules = {}): PropertyDecorator =>
  all(
    noteFacts({ schema: textSchema({ minLength: min, maxLength: max, 'x-must': must }, matches) }),
    IsString({ message: mustBe('string', must) }),
    ...(min === undefined ? [] : [check('minLength', mustHave('at least', min, 'characters'), (value) => lengthOf(value) >= min)]),
    ...(max === undefined ? [] : [check('maxLength', mustHave('at most', max, 'characters'), (value) => lengthOf(value) <= max)]),
    ...(notBlank ? [check('notBlank', 'Must not be blank.', (value) => typeof value !== 'string' || /\S/.test(value))] : []),
    ...(isSecret || matches || is
      ? []
      : [check('isReadable', `Must ${readable}.`, (value) => typeof value !== 'string' || isReadable(value))]),
    ...(matches ? [Matches(matches, { message: `Must ${must}.` })] : []),
    ...(is ? [check('form', `Must ${must}.`, (value) => typeof value === 'string' && is(value))] : []),
  );

/** A text of one of the bank's forms (formats.ts). */
export const IsFormat = (name: FormatName, { max }: Pick<TextRules, 'max'> = {}): PropertyDecorator =>
  all(noteFacts({ schema: { format: name } }), IsText({ max, is: formats[name].is, must: `be ${formats[name].says}` }));

/** The `next` of the page before: a value of each form, with a space between two. */
export const IsNextOf = (...names: readonly FormatName[]): PropertyDecorator =>
  IsText({
    is: (text) => {
      const values = text.split(' ');
      return values.length === names.length && names.every((name, at) => formats[name].is(values[at]!));
    },
    must: 'be the "next" of the page before',
  });

/** One of a closed list of values. */
export const IsOneOf = (...values: readonly unknown[]): PropertyDecorator =>
  all(
    noteFacts({ schema: { enum: [...values] } }),
    IsIn([...values], { message: `Must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}.` }),
  );

export const IsFlag = (): PropertyDecorator => all(noteFacts({ schema: { type: 'boolean' } }), IsBoolean({ message: mustBe('boolean') }));

export const IsWholeNumber = ({ min }: { readonly min?: number } = {}): PropertyDecorator =>
  all(
    noteFacts({ schema: { type: 'integer', ...defined({ minimum: min }) } }),
    IsInt({ message: mustBe('integer') }),
    ...(min === undefined ? [] : [Min(min, { message: `Must be ${min} or more.` })]),
  );

/** An object with any fields. */
export const IsAnyObject = (): PropertyDecorator => all(noteFacts({ schema: { type: 'object' } }), IsObject({ message: mustBe('object') }));

/** A value in the form of an operation's message, by its JSON Schema. */
export const IsMessage = (schema: TSchema): PropertyDecorator =>
  all(
    noteFacts({ schema }),
    checkWithin('isMessage', (value) => faultsOf(schema, value)),
  );

export interface ListRules {
  readonly min?: number;
  readonly max?: number;
  readonly distinct?: boolean;
}

/**
 * A list whose entries each pass a field's decorator: `@IsListOf(IsText({ max: 100 }), { max: 20 })`. The entries are looked at up to
 * `max`, and until `maxFaults` faults are found: a body of 64 KiB can have 30,000 of them.
 */
export function IsListOf(entry: PropertyDecorator, rules: ListRules = {}): PropertyDecorator {
  class Entry {}
  entry(Entry.prototype, 'value');
  const { min, max, distinct } = rules;
  const schema = { type: 'array', ...defined({ minItems: min, maxItems: max, uniqueItems: distinct }) };
  const check = checkWithin('isListOf', (list) => {
    if (!Array.isArray(list)) return [{ code: 'FORMAT_ERROR', text: mustBe('array') }];
    const faults = faultsOfCount(list, rules);
    for (const [index, value] of list.slice(0, rules.max).entries()) {
      if (faults.length >= maxFaults) break;
      for (const fault of faultsOfClass(Entry, { value: value as unknown }))
        faults.push({ ...fault, path: `/${index}${fault.path!.slice('/value'.length)}` });
    }
    return faults;
  });
  return all(noteFacts({ schema, entry: Entry }), check);
}

function faultsOfCount(list: readonly unknown[], { min = 0, max = Infinity, distinct = false }: ListRules): Fault[] {
  const texts = [
    ...(list.length < min ? [mustHave('at least', min, 'entries')] : []),
    ...(list.length > max ? [mustHave('at most', max, 'entries')] : []),
    ...(distinct && new Set(list).size < list.length ? ['Must not have the same entry twice.'] : []),
  ];
  return texts.map((text) => ({ code: 'FORMAT_ERROR', text }));
}
