/** The names in a JSON Pointer (RFC 6901), from the outermost on. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
