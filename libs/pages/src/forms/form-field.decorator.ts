import { Transform } from '@open-banking/config/class-transformer';
import { ValidateBy, ValidateIf } from '@open-banking/config/class-validator';
import { isStorable } from '@open-banking/http';
import { isReadable } from '@open-banking/messages';
import type { FormProblem } from './malformed-form.js';

// The fields of forms. Browsers send text: a field sent once is a text, a field sent more than once a list of texts.

const all =
  (...decorators: readonly PropertyDecorator[]): PropertyDecorator =>
  (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };

/** A check is named by the problem where it fails, for the page to word in its language. Each value fails at most one. */
const check = (problem: FormProblem, passes: (value: unknown) => boolean, max?: number): PropertyDecorator =>
  ValidateBy({ name: problem, validator: { validate: passes } }, { message: problem, context: { max } });

const isSent = check('missing', (value) => value !== undefined);
const isSentOnce = check('doubled', (value) => !Array.isArray(value));
const isOneOf = (offers: (value: string) => boolean): PropertyDecorator =>
  check('notOffered', (value) => typeof value !== 'string' || offers(value));

/** Turns the text of a field into what its class holds. */
const fromText = (valueOf: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? valueOf(value) : value), { toClassOnly: true });

/** The button that sends the form, by its value: each button of a page has a form of its own. */
export const IsStep = (...steps: readonly (string | RegExp)[]): PropertyDecorator =>
  all(
    isSent,
    isSentOnce,
    isOneOf((value) => steps.some((step) => (typeof step === 'string' ? step === value : step.test(value)))),
  );

export interface TextField {
  /** Characters (UTF-16 code units, as `maxlength` of HTML counts them), at most. */
  readonly max: number;
  /** Blanks around it do not count. Such a text is shown to people, so it must be readable; others are codes and passwords. */
  readonly trimmed?: boolean;
}

/** What somebody types, or what the page has put there to come back. It may be empty. */
export const IsTextField = ({ max, trimmed = false }: TextField): PropertyDecorator =>
  all(
    ...(trimmed ? [fromText((text) => text.trim())] : []),
    isSent,
    isSentOnce,
    check('tooLong', (value) => typeof value !== 'string' || value.length <= max, max),
    check('unstorable', (value) => typeof value !== 'string' || value.length > max || isStorable(value)),
    ...(trimmed
      ? [check('unreadable', (value) => typeof value !== 'string' || value.length > max || !isStorable(value) || isReadable(value))]
      : []),
  );

/** What the page that asks "is it meant?" brings along; no other page has the field. */
export const IsConfirmation = (): PropertyDecorator =>
  all(
    ValidateIf((_, value) => value !== undefined),
    isSentOnce,
    isOneOf((value) => value === confirmationField.value),
  );

/** The field that tells a confirmed form from the press of the button that led to the check. */
export const confirmationField = { name: 'confirmed', value: 'yes' } as const;

export interface ListField {
  /** Characters of each entry, at most. */
  readonly max: number;
  /** The only entries there are. */
  readonly offers?: readonly string[];
  /** It has at least one entry. */
  readonly required?: boolean;
}

/** Boxes ticked: one field each, none where nothing is ticked. How many there are is bounded by the size of a form. */
export const IsListField = ({ max, offers, required = false }: ListField): PropertyDecorator => {
  const each =
    (passes: (entry: string) => boolean) =>
    (value: unknown): boolean =>
      (value as readonly string[]).every(passes);
  return all(
    fromText((text) => [text]),
    ...(required ? [check('missing', (value) => (value as readonly string[]).length > 0)] : []),
    check(
      'tooLong',
      each((entry) => entry.length <= max),
      max,
    ),
    check(
      'unstorable',
      each((entry) => entry.length > max || isStorable(entry)),
    ),
    ...(offers
      ? [
          check(
            'notOffered',
            each((entry) => entry.length > max || !isStorable(entry) || offers.includes(entry)),
          ),
        ]
      : []),
  );
};
