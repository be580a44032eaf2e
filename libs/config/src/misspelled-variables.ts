import type { SettingWarning } from './setting-needs.js';

/** Two words that begin the settings of one part of the bank, such as EXECUTION_CHECK_: other programs have no variables of these. */
const familyWords = 2;
const minFamily = 3;

/** The addresses that a cluster or a link puts into the environment of a container. */
const addressOfCluster = /_(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/;

/** How many mistakes a name of this length may have and still be meant: none in a short one, which other programs have too. */
const maxMistakes = (length: number): number => (length < 6 ? 0 : length < 9 ? 1 : 2);

/** Compares the names of variables with those of all settings. `known` are the settings' variables, with their previous names. */
export class SettingNames {
  readonly #known: ReadonlySet<string>;
  readonly #families: readonly string[];

  constructor(readonly variables: readonly string[]) {
    this.#known = new Set(variables.flatMap((variable) => [variable, `${variable}_FILE`]));
    this.#families = familiesOf(variables);
  }

  /** The variables of an environment that are no setting and look like one. Their values are not read. */
  misspelledIn(environment: NodeJS.ProcessEnv): SettingWarning[] {
    return Object.keys(environment).flatMap((variable) => {
      if (!environment[variable] || this.#known.has(variable) || addressOfCluster.test(variable)) return [];
      const meant = this.#meantBy(variable);
      if (meant !== undefined) return [{ variable, text: `${variable} is not a setting, and is not used: is ${meant} meant?` }];
      return this.#families.some((family) => variable.startsWith(family))
        ? [{ variable, text: `${variable} is not a setting, and is not used (docs/settings.md lists them)` }]
        : [];
    });
  }

  /** The setting whose name is nearest, in other letters' case or with few mistakes. */
  #meantBy(variable: string): string | undefined {
    const name = variable.toUpperCase();
    if (name !== variable) return this.#known.has(name) && name.includes('_') ? name : undefined;
    const near = [...this.#known]
      .map((setting) => ({ setting, mistakes: editDistance(name, setting, maxMistakes(setting.length)) }))
      // Other programs' names end as ours do (WEB_CONCURRENCY, JOB_CONCURRENCY); a first letter is seldom mistaken.
      .filter(({ setting, mistakes }) => mistakes !== undefined && (mistakes < 2 || setting[0] === name[0]))
      .sort((a, b) => a.mistakes! - b.mistakes!);
    return near[0]?.setting;
  }
}

function familiesOf(variables: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const variable of new Set(variables)) {
    const words = variable.split('_');
    const family = `${words.slice(0, familyWords).join('_')}_`;
    if (words.length > familyWords) counts.set(family, (counts.get(family) ?? 0) + 1);
  }
  return [...counts].flatMap(([family, count]) => (count >= minFamily && !family.startsWith('OTEL_') ? [family] : []));
}

/**
 * The insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string alignment);
 * undefined if they are more than `most`.
 */
export function editDistance(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined;
  let [before, previous] = [[] as number[], Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= from.length; row += 1) {
    const current = nextRow(from, to, row, { before, previous });
    if (Math.min(...current) > most) return undefined;
    [before, previous] = [previous, current];
  }
  return previous[to.length]! <= most ? previous[to.length] : undefined;
}

/** The distances of the first `row` letters of `from` to each beginning of `to`, from the two rows before. */
function nextRow(
  from: string,
  to: string,
  row: number,
  { before, previous }: { readonly before: readonly number[]; readonly previous: readonly number[] },
): number[] {
  const current = [row];
  for (let column = 1; column <= to.length; column += 1) {
    const isSame = from[row - 1] === to[column - 1];
    const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    const replaced = previous[column - 1]! + (isSame ? 0 : 1);
    const swapped = isSwapped ? before[column - 2]! + 1 : Infinity;
    current[column] = Math.min(previous[column]! + 1, current[column - 1]! + 1, replaced, swapped);
  }
  return current;
}
