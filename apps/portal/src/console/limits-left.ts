/** The rest of one window of an operation's limit. */
export interface WindowLeft {
  readonly window: string;
  readonly left: number;
  readonly of: number;
  readonly seconds: number;
}

/** From the fields of draft-ietf-httpapi-ratelimit-headers-10: `"second";r=24;t=1` and `"second";q=25;w=1`. */
export function limitsLeft(headers: Readonly<Record<string, string>>): WindowLeft[] {
  const policies = new Map(itemsOf(headers['ratelimit-policy']).map((item) => [item.name, item]));
  return itemsOf(headers['ratelimit']).map((item) => ({
    window: item.name,
    left: item.number('r'),
    of: policies.get(item.name)?.number('q') ?? 0,
    seconds: item.number('t'),
  }));
}

const itemsOf = (field = '') =>
  [...field.matchAll(/"([^"]+)"((?:;[a-z]+=\d+)*)/g)].map(([, name, parameters]) => ({
    name: name!,
    number: (key: string): number => Number(new RegExp(`;${key}=(\\d+)`).exec(parameters!)?.[1] ?? 0),
  }));

const units = [
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Seconds in the two greatest units that it takes: `4 h 25 min`, `25 min`, `42 s`. */
export function durationInWords(seconds: number): string {
  const first = units.findIndex(([, length]) => seconds >= length);
  if (first < 0) return 'less than 1 s';
  const parts = units.slice(first, first + 2).map(([unit, length], place) => {
    const rest = place === 0 ? seconds : seconds % units[first]![1];
    return [Math.floor(rest / length), unit] as const;
  });
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
