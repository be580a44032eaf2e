import { SettingNames } from './misspelled-variables.js';
import { settingCatalogue } from './setting-catalogue.js';
import { halfSet, type SettingWarning } from './setting-needs.js';
import { settingsOf, variableText, type SettingsClass } from './settings.js';

const names = new SettingNames(
  settingCatalogue.flatMap(({ variable, previousVariable }) => [variable, ...(previousVariable ? [previousVariable] : [])]),
);

const reading =
  (environment: NodeJS.ProcessEnv) =>
  (variable: string): string | undefined =>
    // A file that this process cannot read, as other users' secrets, is set too.
    variableText(environment, variable) ?? (environment[`${variable}_FILE`] ? '' : undefined);

/** The text of a variable that has the same effect as the default. */
export const defaultTextOf = (value: unknown): string | undefined =>
  value === undefined
    ? undefined
    : typeof value === 'boolean'
      ? String(Number(value))
      : Array.isArray(value)
        ? value.join(',')
        : String(value);

/** Settings of these classes that are set by half, and variables that look like misspelled settings of any program. */
export const settingWarnings = (shapes: readonly SettingsClass[], environment: NodeJS.ProcessEnv): SettingWarning[] => [
  ...halfSet(
    shapes.flatMap(settingsOf).map((facts) => ({ ...facts, defaultText: defaultTextOf(facts.default) })),
    reading(environment),
  ),
  ...names.misspelledIn(environment),
];

/** The same for the settings of all these programs, and the settings that only other programs read. */
export function allSettingWarnings(environment: NodeJS.ProcessEnv, programs: readonly string[]): SettingWarning[] {
  const read = reading(environment);
  const used = settingCatalogue.filter(({ usedBy }) => usedBy.some((program) => programs.includes(program)));
  const usedNames = new Set(used.flatMap(({ variable, previousVariable }) => [variable, previousVariable]));
  const unused = settingCatalogue.filter(({ variable }) => !usedNames.has(variable) && read(variable) !== undefined);
  return [
    ...halfSet(used, read),
    ...unused.map(({ variable, usedBy }) => ({
      variable,
      text: `${variable} is set and not used: only ${usedBy.join(', ')} would read it`,
    })),
    ...names.misspelledIn(environment),
  ];
}
