import { existsSync, readdirSync } from 'node:fs';

interface InstallFile {
  readonly url: URL;
  readonly type: string;
}

interface BuiltFile extends InstallFile {
  readonly file: string;
  /** The names without the content: as documents write it, and as earlier releases served it. */
  readonly writtenName: string;
  readonly earlierName?: string;
}

const packageName = /^(.+?)-(\d+\.\d+\.\d+)-[0-9a-f]{12}\.tgz$/;
const wheelName = /^(.+?)-[^-]+-py3-none-any\.whl$/;

function builtFile(file: string, folder: URL): BuiltFile {
  const url = new URL(encodeURIComponent(file), folder);
  // The index of Python packages serves wheels as bytes, too.
  const [, wheel] = wheelName.exec(file) ?? [];
  if (wheel !== undefined) return { file, url, type: 'application/octet-stream', writtenName: `${wheel}-<version>-py3-none-any.whl` };
  const [, name = file, version = ''] = packageName.exec(file) ?? [];
  return {
    file,
    url,
    type: 'application/gzip',
    writtenName: `${name}-<version>-<content>.tgz`,
    // Lock files of third parties may have it.
    ...(name === 'open-banking-client' && { earlierName: `${name}-${version}.tgz` }),
  };
}

/** The packages for third parties, as they are built: `open-banking-client-0.2.0-9d9672cdaf6b.tgz`. */
const built = ['client', 'client/python', 'client/tpp']
  .map((name) => new URL(`../../../../${name}/dist/packed/`, import.meta.url))
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((file) => builtFile(file, folder)));

/** The files to install by the names that they are served under. */
export const installFiles: ReadonlyMap<string, InstallFile> = new Map(
  built.flatMap((entry) =>
    [entry.file, ...(entry.earlierName === undefined ? [] : [entry.earlierName])].map((name) => [name, entry] as const),
  ),
);

/** A document with the names of the files as they are now, in place of `open-banking-client-<version>-<content>.tgz`. */
export const withFileNames = (text: string): string =>
  built.reduce((written, { file, writtenName }) => written.replaceAll(writtenName, file), text);
