import { readFileSync } from 'node:fs';

/** A compiled file has its source map at its end, which no browser needs. */
const sourceMap = /\n\/\/# sourceMappingURL=.*\s*$/;

/**
 * The script of a file of `src/browser`, as it is compiled. Sources are read by tests, compiled files and bundles by services: all lie two
 * levels below the package.
 */
export const browserScript = (name: string): string =>
  readFileSync(new URL(`../../dist/browser/${name}.js`, import.meta.url), 'utf8').replace(sourceMap, '\n');
