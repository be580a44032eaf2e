import { Transform } from './class-transformer.js';
import {
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Max,
  Min,
  ValidateBy,
  type ValidationArguments,
} from './class-validator.js';
import { postgresAddressOf, postgresUrlForm, postgresUrlsOf } from './postgres-url.js';
import { forms, type Form } from './setting-forms.js';
import type { SettingNeed } from './setting-needs.js';
import { valkeyAddressOf, valkeyUrlForm } from './valkey-url.js';

/** Further facts of a setting. */
export interface SettingOptions {
  /** The variable of the previous release. It still works in this one. */
  readonly previousVariable?: string;
  /** The other settings that it needs (`onlyWith`). A start warns where one is missing. */
  readonly needs?: readonly SettingNeed[];
}

/**
 * Makes a property a setting. `about` says what it means, with its unit; docs/settings.md and the faults print it. A setting
 * without a default is required, unless it is also `@IsOptional()`. One further decorator gives its form.
 */
export const Setting = (about: string, options?: SettingOptions): PropertyDecorator =>
  IsDefined({ message: 'is not set', context: { about, ...options } });

/** Several rules as one decorator. */
export const allOf =
  (...decorators: PropertyDecorator[]): PropertyDecorator =>
  (target, name) =>
    decorators.forEach((decorate) => decorate(target, name));
/** Turns the text of an environment variable into its value. Text that has no value stays, for the validator to refuse. */
const fromText = (valueOf: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: string }) => valueOf(value), { toClassOnly: true });
/** What the validator says; docs/settings.md prints the form. A value is not repeated: a URL may carry a password. */
const must = (form: string) => ({ message: `must be ${form}`, context: { form } });

export const IsWholeNumber = (min: number, max: number): PropertyDecorator => {
  const said = must(`a whole number from ${min} to ${max}`);
  return allOf(
    fromText((text) => (/^\d+$/.test(text) ? Number(text) : text)),
    IsInt(said),
    Min(min, said),
    Max(max, said),
  );
};

/** A part of a whole, such as 0.01 for one in a hundred. */
export const IsShare = (): PropertyDecorator => {
  const said = must('a number from 0 to 1');
  return allOf(
    fromText((text) => (/^\d*\.?\d+$/.test(text) ? Number(text) : text)),
    IsNumber({}, said),
    Min(0, said),
    Max(1, said),
  );
};

/** `1` or `0`. */
export const IsFlag = (): PropertyDecorator =>
  allOf(
    fromText((text) => ({ 1: true, 0: false })[text] ?? text),
    IsBoolean(must('1 or 0')),
  );

export const IsOneOf = (choices: readonly string[]): PropertyDecorator => IsIn([...choices], must(choices.join(' or ')));

export const IsText = (): PropertyDecorator => IsString(must('a text'));

/** An absolute URL of one of the protocols; a slash at its end is dropped. */
const isUrl = (...protocols: readonly string[]): PropertyDecorator =>
  allOf(
    fromText((text) => text.replace(/\/$/, '')),
    ValidateBy(
      {
        name: 'url',
        validator: { validate: (url) => typeof url === 'string' && protocols.includes(URL.parse(url)?.protocol.slice(0, -1) ?? '') },
      },
      must(`a URL (${protocols.join(', ')})`),
    ),
  );
/** Where somebody can be reached. */
export const IsContact = (): PropertyDecorator => isUrl('https', 'mailto');
export const IsHttpUrl = (): PropertyDecorator => isUrl('http', 'https');
export const IsPostgresUrl = (): PropertyDecorator =>
  allOf(
    fromText((text) => text.replace(/\/$/, '')),
    ValidateBy(
      { name: 'postgresUrl', validator: { validate: (text) => typeof text === 'string' && postgresAddressOf(text) !== undefined } },
      must(postgresUrlForm),
    ),
  );
/** As `IsPostgresUrl`, or two URLs on lines of their own: one with the current password and one with the next. */
export const IsPostgresUrls = (): PropertyDecorator => {
  const urls = (text: unknown): string[] => (typeof text === 'string' ? postgresUrlsOf(text) : []);
  return allOf(
    fromText((text) => postgresUrlsOf(text).join('\n').replace(/\/$/gm, '')),
    ValidateBy(
      {
        name: 'postgresUrls',
        validator: { validate: (text) => [1, 2].includes(urls(text).length) && urls(text).every((url) => postgresAddressOf(url)) },
      },
      must(`${postgresUrlForm}; two of them, on lines of their own, while the password is being changed`),
    ),
  );
};
export const IsValkeyUrl = (): PropertyDecorator =>
  ValidateBy(
    { name: 'valkeyUrl', validator: { validate: (text) => typeof text === 'string' && valkeyAddressOf(text) !== undefined } },
    must(valkeyUrlForm),
  );

const hasForm = ({ one, holds }: Form): PropertyDecorator =>
  ValidateBy(
    { name: 'form', validator: { validate: (text) => typeof text === 'string' && holds(text) } },
    { message: ({ value }: ValidationArguments) => `must be ${one}, not ${JSON.stringify(value)}`, context: { form: one } },
  );
export const IsHost = (): PropertyDecorator => hasForm(forms.host);
export const IsServers = (): PropertyDecorator => hasForm(forms.servers);
export const IsTimeZone = (): PropertyDecorator => hasForm(forms.timeZone);
export const IsValue = (): PropertyDecorator => hasForm(forms.value);
export const IsOpenIdIssuer = (): PropertyDecorator => hasForm(forms.openIdIssuer);
export const IsReadableFile = (): PropertyDecorator => hasForm(forms.file);
export const IsReadableFolder = (): PropertyDecorator => hasForm(forms.folder);

/** A separator of the parts of a list, with its name in faults and docs/settings.md. */
interface Separator {
  readonly named: string;
  readonly pattern: RegExp;
}
const commas: Separator = { named: 'commas', pattern: /,/ };
/** HAProxy splits a variable of its environment at blanks alone: one value serves both gateways. */
const commasOrBlanks: Separator = { named: 'commas or blanks', pattern: /[,\s]/ };

/** A list; blanks around its parts, and empty parts, do not count. */
const isListOf = ({ many, holds }: Form, { named, pattern }: Separator = commas): PropertyDecorator => {
  const form = `${many}, separated by ${named}`;
  const unfit = (parts: readonly string[]): string | undefined => parts.find((part) => !holds(part));
  const parts = (text: string): string[] => text.split(pattern).map((part) => part.trim());
  return allOf(
    fromText((text) => parts(text).filter(Boolean)),
    ValidateBy(
      { name: 'list', validator: { validate: (list) => Array.isArray(list) && unfit(list as string[]) === undefined } },
      {
        message: ({ value }: ValidationArguments) => `must be ${form}, not ${JSON.stringify(unfit(value as string[]))}`,
        context: { form },
      },
    ),
  );
};
export const IsNetworkList = (): PropertyDecorator => isListOf(forms.network, commasOrBlanks);
export const IsReadableFileList = (): PropertyDecorator => isListOf(forms.file);
export const IsBankCodeList = (): PropertyDecorator => isListOf(forms.bankCode);
export const IsValueList = (): PropertyDecorator => isListOf(forms.value);
export const IsOriginList = (): PropertyDecorator => isListOf(forms.origin);
