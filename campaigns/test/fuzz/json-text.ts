/** A piece of JSON text that no value is written as. */
export class Raw {
  constructor(readonly text: string) {}
}

/** An object with one name twice. */
export class Doubled {
  constructor(
    readonly value: Readonly<Record<string, unknown>>,
    readonly name: string,
    readonly second: unknown,
  ) {}
}

/** Writes a value as JSON, with what JSON.stringify cannot write. */
export function jsonText(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Doubled) return `${jsonText(value.value).slice(0, -1)},${JSON.stringify(value.name)}:${jsonText(value.second)}}`;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, inner]) => `${JSON.stringify(name)}:${jsonText(inner)}`)
      .join(',')}}`;
  return JSON.stringify(value) ?? 'null';
}

type Path = readonly (string | number)[];

/** The place of every value in it, its own first. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || value instanceof Raw || value instanceof Doubled) return [path];
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => placesIn(inner, [...path, Array.isArray(value) ? Number(name) : name])),
  ];
}

/** The same value with another one at this place; `undefined` removes it. */
export function replacedAt(value: unknown, [step, ...rest]: Path, by: (inner: unknown) => unknown): unknown {
  if (step === undefined) return by(value);
  if (Array.isArray(value))
    return value.flatMap((inner, at) =>
      at === step ? [replacedAt(inner, rest, by)].filter((one) => one !== undefined) : [inner as unknown],
    );
  // A mutation before may have put something else in the place of an object.
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => [
    name,
    name === step ? replacedAt(inner, rest, by) : inner,
  ]);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}
