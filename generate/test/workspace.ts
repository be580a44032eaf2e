import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

const sources = (await import(`${root}build/sources.mjs`)) as { packageFolders(root: string): readonly string[] };

/** The folders of all packages of the workspace, from the root. A folder of a service has those of its domains below it. */
export const packageFolders: readonly string[] = sources.packageFolders(root);

/** The top folders in which packages lie. */
export const topFolders: readonly string[] = [...new Set(packageFolders.map((folder) => folder.split('/')[0]!))];

/** Those of what a bank runs or installs, without the tools of development. */
export const productFolders: readonly string[] = topFolders.filter((folder) => !['bench', 'generate', 'testing'].includes(folder));
