/** A media type, or a range of them (`text/*`), in lower case, with its parameters by their names in lower case (RFC 9110 §8.3.1). */
export interface MediaType {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const token = String.raw`[!#$%&'*+.^_\x60|~0-9A-Za-z-]+`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const essence = new RegExp(`^${token}/${token}$`);
const parameter = new RegExp(`^(${token})\\s*=\\s*(?:(${token})|(${quoted}))$`);

/** The parts between signs that stand outside of quotes. */
const between = (sign: ',' | ';'): RegExp => new RegExp(String.raw`(?:[^"${sign}]|"(?:[^"\\]|\\.)*"?)+`, 'g');
const [ofList, ofType] = [between(','), between(';')];
const partsOf = (text: string, parts: RegExp): string[] => (text.match(parts) ?? []).map((part) => part.trim());

/**
 * Reads a media type. Undefined where the text is none. A parameter that is malformed is left out; of one that is given twice the first
 * counts. The type alone says what something is: parameters are for the caller.
 */
export function mediaType(text: string): MediaType | undefined {
  const [first = ''] = text.split(';', 1);
  if (!essence.test(first.trim())) return undefined;
  const parameters = new Map<string, string>();
  for (const part of partsOf(text.slice(first.length), ofType)) {
    const [, name, plain, inQuotes = ''] = parameter.exec(part) ?? [];
    if (name !== undefined && !parameters.has(name.toLowerCase()))
      parameters.set(name.toLowerCase(), plain ?? inQuotes.slice(1, -1).replace(/\\(.)/g, '$1'));
  }
  return { type: first.trim().toLowerCase(), parameters };
}

/** A range of media types that a client accepts; `quality` from 0 (not at all) to 1. */
export interface AcceptedRange extends MediaType {
  readonly quality: number;
}

/** The ranges of an `Accept` (RFC 9110 §12.5.1). The type is chosen by `q` alone; what is no range is left out. */
export const acceptedRanges = (accept: string): AcceptedRange[] =>
  partsOf(accept, ofList).flatMap((part) => {
    const range = mediaType(part);
    if (!range) return [];
    const quality = Number(range.parameters.get('q') ?? 1);
    return [{ ...range, quality: quality >= 0 ? Math.min(quality, 1) : 0 }];
  });

/** How much a client accepts a type: by the most specific range that fits it, 0 where none does. */
export function acceptedQuality(type: string, ranges: readonly AcceptedRange[]): number {
  for (const candidate of [type, type.replace(/\/.*/, '/*'), '*/*']) {
    const found = ranges.filter((range) => range.type === candidate).map(({ quality }) => quality);
    if (found.length > 0) return Math.max(...found);
  }
  return 0;
}

/** Whether ranges name this very type, and accept it. */
export const isNamed = (type: string, ranges: readonly AcceptedRange[]): boolean =>
  ranges.some((range) => range.type === type && range.quality > 0);
