import { readFileSync } from 'node:fs';
import { plainToInstance } from './class-transformer.js';
import { getMetadataStorage, validateSync } from './class-validator.js';
import type { SettingNeed } from './setting-needs.js';
import { dottedPath, faultsOf } from './validation-faults.js';

/** A class whose properties are settings (`@Setting()`) with their defaults. */
export type SettingsClass<T extends object = object> = new () => T;

/** What is known of one setting. `form` says what its text must be, `default` is undefined where there is none. */
export interface SettingFacts {
  readonly name: string;
  readonly variable: string;
  /** The variable of the previous release, which is read where `variable` is not set; only of a setting that was renamed. */
  readonly previousVariable?: string;
  /** The settings without which it does not do what it is set for. */
  readonly needs?: readonly SettingNeed[];
  readonly about: string;
  readonly form: string;
  readonly required: boolean;
  readonly default: unknown;
}

/** `statementTimeoutMs` is set as STATEMENT_TIMEOUT_MS, or read from the file that STATEMENT_TIMEOUT_MS_FILE names. */
export const variableOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

/** The file that a setting is read from; undefined where its value is in the environment itself. */
export const settingFile = (name: string, environment: NodeJS.ProcessEnv = process.env): string | undefined =>
  environment[`${variableOf(name)}_FILE`] || undefined;

/** The settings of a class, in the order of their declaration, as its decorators tell them. */
export function settingsOf(shape: SettingsClass): SettingFacts[] {
  const defaults = new shape() as Readonly<Record<string, unknown>>;
  const all = getMetadataStorage().getTargetValidationMetadatas(shape, undefined as never, false, false);
  return [...new Set(all.map(({ propertyName }) => propertyName))].map((name) => {
    const own = all.filter(({ propertyName }) => propertyName === name);
    const {
      about = '',
      form = '',
      previousVariable,
      needs,
    } = Object.assign({}, ...own.map(({ context }) => context as object)) as Partial<SettingFacts>;
    const fallback = defaults[name];
    const required = fallback === undefined && !own.some((metadata) => metadata.name === 'isOptional');
    const variables = { variable: variableOf(name), ...(previousVariable !== undefined && { previousVariable }) };
    return { name, ...variables, ...(needs && { needs }), about, form, required, default: fallback };
  });
}

/** The text of a variable, or of the file that `<variable>_FILE` names; undefined where neither is set or the file cannot be read. */
export const variableText = (environment: NodeJS.ProcessEnv, variable: string): string | undefined =>
  settingText(environment, variable).text;

/** A setting that is set by the variable of the previous release. */
export interface RenamedSetting {
  readonly variable: string;
  readonly previousVariable: string;
}

/** The settings that are set by the variables of the previous release: a service reports them at start. */
export const renamedSettings = (shapes: readonly SettingsClass[], environment: NodeJS.ProcessEnv = process.env): RenamedSetting[] => {
  const renamed = shapes
    .flatMap(settingsOf)
    .flatMap(({ variable, previousVariable }) => (previousVariable === undefined ? [] : [{ variable, previousVariable }]))
    .filter(({ previousVariable }) => isSet(environment, previousVariable));
  return [...new Map(renamed.map((one) => [one.variable, one])).values()];
};

type Values<Shapes extends readonly SettingsClass[]> = { [K in keyof Shapes]: InstanceType<Shapes[K]> };

/** Reads settings from the environment. Throws one error that names every setting missing or malformed. */
export function readSettings<T extends object>(shape: SettingsClass<T>, environment: NodeJS.ProcessEnv = process.env): T {
  return readAllSettings([shape], environment)[0];
}

/** By the setting that names a file: what reads it. It throws what is wrong with the content, in lines that name the variable. */
export type FileReaders = Readonly<Record<string, (file: string) => unknown>>;

/** Reads several classes of settings, as `readSettings` does; the error names the faults of all, and of the files that `readers` read. */
export function readAllSettings<const Shapes extends readonly SettingsClass[]>(
  shapes: Shapes,
  environment: NodeJS.ProcessEnv = process.env,
  readers: FileReaders = {},
): Values<Shapes> {
  const read = shapes.map((shape) => readValues(shape, environment, readers));
  // Two classes may share a setting, and so its fault.
  const lines = new Set(read.flatMap(({ faults }) => faults.map(({ line }) => line)));
  if (lines.size > 0) throw new Error([...lines].join('\n'));
  return read.map(({ settings }) => settings) as Values<Shapes>;
}

/** What `readAllSettings` would say of the settings that are set; of those that are missing nothing, as they may be set later. */
export function faultsOfSet(
  shapes: readonly SettingsClass[],
  environment: NodeJS.ProcessEnv = process.env,
  readers: FileReaders = {},
): string[] {
  const faults = shapes.flatMap((shape) => readValues(shape, environment, readers).faults);
  const set = faults.filter(({ variable }) => isSet(environment, variable));
  return [...new Set(set.map(({ line }) => line))];
}

interface SettingFault {
  readonly variable: string;
  readonly line: string;
}

function readValues(
  shape: SettingsClass,
  environment: NodeJS.ProcessEnv,
  readers: FileReaders,
): { settings: object; faults: SettingFault[] } {
  const facts = settingsOf(shape);
  const texts = new Map(facts.map((setting) => [setting.name, givenText(environment, setting)]));
  const given = [...texts].flatMap(([name, { text }]) => (text === undefined ? [] : [[name, text]]));
  const settings = plainToInstance(shape, Object.fromEntries(given));
  const wrong = faultsOf(validateSync(settings), dottedPath);
  const faults = facts.flatMap(({ name, about }) => {
    const { variable, fault: unusable } = texts.get(name)!;
    const fault = wrong.find(({ path }) => path === name);
    const own = [unusable, fault && `${variable} ${fault.sentence}: ${about}`].filter((line) => line !== undefined);
    const lines = own.length > 0 ? own : contentFaults(readers[name], settings[name as keyof typeof settings]);
    return lines.map((line) => ({ variable, line }));
  });
  return { settings, faults };
}

function contentFaults(read: FileReaders[string] | undefined, file: unknown): string[] {
  if (!read || typeof file !== 'string') return [];
  try {
    read(file);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

/** The text given for a setting, the variable that it was read from, and why it cannot be used. */
interface GivenText {
  readonly variable: string;
  readonly text?: string;
  readonly fault?: string;
}

/** The previous variable counts where the present one is not set. Both set to different values are a fault. */
function givenText(environment: NodeJS.ProcessEnv, { variable, previousVariable }: SettingFacts): GivenText {
  const present = { variable, ...settingText(environment, variable) };
  if (previousVariable === undefined || !isSet(environment, previousVariable)) return present;
  const previous = { variable: previousVariable, ...settingText(environment, previousVariable) };
  if (!isSet(environment, variable)) return previous;
  if (previous.text === present.text) return present;
  return {
    ...present,
    fault: present.fault ?? `${variable} and ${previousVariable}, its previous name, have different values: set only ${variable}`,
  };
}

const isSet = (environment: NodeJS.ProcessEnv, variable: string): boolean =>
  Boolean(environment[variable] || environment[`${variable}_FILE`]);

function settingText(environment: NodeJS.ProcessEnv, variable: string): { text?: string; fault?: string } {
  const file = environment[`${variable}_FILE`];
  if (!file) return { text: environment[variable] || undefined };
  try {
    return { text: readFileSync(file, 'utf8').trim() || undefined };
  } catch {
    return { fault: `${variable}_FILE names a file that cannot be read: ${file}` };
  }
}
