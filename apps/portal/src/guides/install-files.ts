import { existsSync, readdirSync } from 'node:fs';

/** The packages for third parties, as they are built: `open-banking-client-0.2.0-9d9672cdaf6b.tgz`. */
const folders = ['client', 'client/tpp'].map((name) => new URL(`../../../../${name}/dist/packed/`, import.meta.url));
const builtName = /^(.+?)-(\d+\.\d+\.\d+)-[0-9a-f]{12}\.tgz$/;

const built = folders
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((file) => ({ file, url: new URL(file, folder) })))
  .map(({ file, url }) => {
    const [, name = file, version = ''] = builtName.exec(file) ?? [];
    return { file, url, name, version };
  });

/**
 * The files to install by the names that they are served under. Lock files of third parties may have the client package under the name
 * without its content.
 */
export const installFiles: ReadonlyMap<string, URL> = new Map(
  built.flatMap(({ file, url, name, version }) => [
    [file, url] as const,
    ...(name === 'open-banking-client' ? [[`${name}-${version}.tgz`, url] as const] : []),
  ]),
);

/** A document with the names of the files as they are now, in place of `open-banking-client-<version>-<content>.tgz`. */
export const withFileNames = (text: string): string =>
  built.reduce((written, { file, name }) => written.replaceAll(`${name}-<version>-<content>.tgz`, file), text);
