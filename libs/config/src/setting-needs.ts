/** Another setting that a setting needs. `@Setting()` declares it beside the setting, and a start warns where it is missing. */
export interface SettingNeed {
  /** Variables, or `VARIABLE=value`: one of them is enough. */
  readonly anyOf: readonly string[];
  /** The value of the setting to which this applies; every value but the default without it. */
  readonly value?: string;
  /** The consequence where it is missing; without it, the setting has no effect. */
  readonly otherwise?: string;
}

/** The setting has no effect unless one of these variables is set, or has this value (`LEDGER=core`). */
export const onlyWith = (...anyOf: readonly string[]): { readonly needs: readonly SettingNeed[] } => ({ needs: [{ anyOf }] });

/** The part of a setting's facts from which its warnings follow. */
export interface NeedingSetting {
  readonly variable: string;
  readonly previousVariable?: string;
  /** The default as the text of a variable. A setting with this text counts as not set: compose files pass defaults on. */
  readonly defaultText?: string;
  readonly needs?: readonly SettingNeed[];
}

/** A setting of the whole product, with the programs that read it. */
export interface CataloguedSetting extends NeedingSetting {
  /** A service, or `services` for all of them; `gateway`, `npm start`, `prepare`. */
  readonly usedBy: readonly string[];
}

/** A setting that is set and does not do what it was set for. The text names variables, and no value but those that a class declares. */
export interface SettingWarning {
  readonly variable: string;
  readonly text: string;
}

/** Reads the text of a variable; undefined where it is not set. */
export type ReadVariable = (variable: string) => string | undefined;

/** The settings that are set by half: one warning for each setting that something is missing for. */
export function halfSet(settings: readonly NeedingSetting[], read: ReadVariable): SettingWarning[] {
  const warnings = settings.flatMap((setting) => {
    const text = read(setting.variable) ?? (setting.previousVariable === undefined ? undefined : read(setting.previousVariable));
    if (text === undefined || text === setting.defaultText) return [];
    const missing = (setting.needs ?? []).find(({ value, anyOf }) => (value ?? text) === text && !anyOf.some((one) => isMet(one, read)));
    return missing === undefined ? [] : [warningOf(setting, missing)];
  });
  return [...new Map(warnings.map((warning) => [warning.variable, warning])).values()];
}

function isMet(need: string, read: ReadVariable): boolean {
  const [variable, value] = need.split('=', 2) as [string, string?];
  const text = read(variable);
  return value === undefined ? text !== undefined : text === value;
}

const warningOf = ({ variable }: NeedingSetting, { anyOf, value, otherwise = 'it has no effect' }: SettingNeed): SettingWarning => ({
  variable,
  text: `${value === undefined ? variable : `${variable}=${value}`} is set without ${anyOf.join(' or ')}: ${otherwise}`,
});
