import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../../../../', import.meta.url);

/** A document as it stands in the repository; `path` begins at its root: `docs/reading.md`. */
export const documentText = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** A picture of the documents. */
export const documentPicture = (name: string): Buffer => readFileSync(new URL(`docs/pictures/${name}`, root));

/** The names of the files of a folder that have this ending. */
export const fileNamesIn = (folder: string, ending: string): string[] =>
  readdirSync(new URL(`${folder}/`, root))
    .filter((name) => name.endsWith(ending))
    .sort();
