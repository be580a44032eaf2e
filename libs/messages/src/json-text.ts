/** A flaw of a text that JSON.parse accepts: an object that names a member twice, or nesting deeper than the reader allows. */
export type JsonFlaw = { readonly repeated: string } | { readonly deeperThan: number };

/**
 * The flaws of a text that JSON.parse accepts, in the order in which they occur; nesting that is too deep ends the search.
 * JSON.parse keeps the last of two members of one name silently: who signs one and means the other must learn of it.
 *
 * Parse first: on a string that never ends the expression takes time in the square of the text's length.
 */
export function* jsonFlaws(json: string, maxDepth = 32): Generator<JsonFlaw, undefined> {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/gs)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (open.at(-1)!.has(name)) yield { repeated: name };
      open.at(-1)!.add(name);
    }
    if (open.length > maxDepth) return void (yield { deeperThan: maxDepth });
  }
  return undefined;
}

/** The names in a JSON Pointer (RFC 6901), from the outermost on. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
