import { readFileSync } from 'node:fs';
import type { Form } from './setting-forms.js';

/** One setting: an environment variable in capitals, its default, unit and meaning. docs/settings.md is generated from these. */
export interface Setting<T> {
  readonly about: string;
  readonly required: boolean;
  readonly default?: T;
  readonly read: (text: string) => T;
  readonly form: string;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;
export type ValuesOf<S extends Settings> = { readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never };

/** `given`: what was set, where that may be said. */
class Malformed extends Error {
  constructor(readonly given?: string) {
    super('malformed');
  }
}
const setting = <T>(about: string, form: string, read: (text: string) => T, fallback?: T, required = false): Setting<T> => ({
  about,
  form,
  read,
  required,
  ...(fallback !== undefined && { default: fallback }),
});

export const integer = (
  about: string,
  { default: fallback, required, min, max }: { default?: number; required?: boolean; min: number; max: number },
): Setting<number> =>
  setting(
    about,
    `a whole number from ${min} to ${max}`,
    (text) => {
      if (!/^\d+$/.test(text) || Number(text) < min || Number(text) > max) throw new Malformed();
      return Number(text);
    },
    fallback,
    required ?? fallback === undefined,
  );

export const text = (
  about: string,
  { default: fallback, required, form }: { default?: string; required?: boolean; form?: Form } = {},
): Setting<string> => setting(about, form?.one ?? 'a text', (value) => fitting(value, form), fallback, required ?? fallback === undefined);

/** An `http` or `https` address, unless other `protocols` are named. */
export const url = (
  about: string,
  {
    default: fallback,
    required,
    protocols = ['http', 'https'],
  }: { default?: string; required?: boolean; protocols?: readonly string[] } = {},
): Setting<string> =>
  setting(
    about,
    `a URL (${protocols.join(', ')})`,
    (value) => {
      if (!protocols.includes(URL.parse(value)?.protocol.slice(0, -1) ?? '')) throw new Malformed();
      return value.replace(/\/$/, '');
    },
    fallback,
    required ?? fallback === undefined,
  );

export const flag = (about: string): Setting<boolean> =>
  setting(
    about,
    '1 or 0',
    (value) => {
      if (value !== '1' && value !== '0') throw new Malformed();
      return value === '1';
    },
    false,
  );

export const choice = <const T extends string>(
  about: string,
  { of, default: fallback }: { of: readonly T[]; default: NoInfer<T> },
): Setting<T> =>
  setting(
    about,
    of.join(' or '),
    (value) => {
      if (!(of as readonly string[]).includes(value)) throw new Malformed();
      return value as T;
    },
    fallback,
  );

export const list = (about: string, { form }: { form?: Form } = {}): Setting<readonly string[]> =>
  setting(
    about,
    `${form?.many ?? 'a list'}, separated by commas`,
    (value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean)
        .map((part) => fitting(part, form)),
    [],
  );

function fitting(value: string, form: Form | undefined): string {
  if (form && !form.holds(value)) throw new Malformed(value);
  return value;
}

/** `statementTimeoutMs` is set as STATEMENT_TIMEOUT_MS, or read from the file that STATEMENT_TIMEOUT_MS_FILE names. */
export const variableOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** Reads settings from the environment. Throws one error that names every setting missing or malformed. */
export function readSettings<S extends Settings>(settings: S, environment: NodeJS.ProcessEnv = process.env): ValuesOf<S> {
  const wrong: string[] = [];
  const values = Object.entries(settings).map(([name, { read, form, required, default: fallback, about }]) => {
    const variable = variableOf(name);
    const given = valueOf(environment, variable, wrong);
    if (given === undefined) {
      if (required) wrong.push(`${variable} is not set: ${about}`);
      return [name, fallback];
    }
    try {
      return [name, read(given)];
    } catch (error) {
      const { given: part } = error as Malformed;
      wrong.push(`${variable} must be ${form}${part === undefined ? '' : `, not ${JSON.stringify(part)}`}: ${about}`);
      return [name, undefined];
    }
  });
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return Object.fromEntries(values) as ValuesOf<S>;
}

function valueOf(environment: NodeJS.ProcessEnv, variable: string, wrong: string[]): string | undefined {
  const file = environment[`${variable}_FILE`];
  if (!file) return environment[variable] || undefined;
  try {
    return readFileSync(file, 'utf8').trim() || undefined;
  } catch {
    wrong.push(`${variable}_FILE names a file that cannot be read: ${file}`);
    return undefined;
  }
}
