import { readFileSync } from 'node:fs';

/** A document as it stands in the repository; `path` begins at its root: `docs/reading.md`. */
export const documentText = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
