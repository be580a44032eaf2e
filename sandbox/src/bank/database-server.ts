import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { makeDatabases, useDatabases, type Databases } from '@open-banking/installation/databases';

interface ServerOptions {
  /** An existing server whose user may create databases and roles. */
  readonly databaseUrl?: string | undefined;
  /** Alternatively, one database per service. */
  readonly databaseUrls?: Databases | undefined;
  /** The databases of `databaseUrls` are copies of migrated ones, whose roles have their access. */
  readonly databasesAreMigrated?: boolean;
  readonly postgresFlags?: readonly string[];
}

/** The database server. `ended` and `stop` are present only if this process started it. */
export interface DatabaseServer {
  readonly adminUrl?: string;
  readonly ended?: EmbeddedServer['ended'];
  readonly stop?: EmbeddedServer['stop'];
}

export async function openDatabaseServer(
  { databaseUrl, databaseUrls, postgresFlags }: ServerOptions,
  folder: DataFolder,
  port: number,
): Promise<DatabaseServer> {
  if (databaseUrls) return {};
  if (databaseUrl) return { adminUrl: databaseUrl };
  const { url, ended, stop } = await startEmbedded(folder.path, port, postgresFlags);
  return { adminUrl: url, ended, stop };
}

export async function databasesOf(
  { databaseUrl, databaseUrls, databasesAreMigrated = false }: Omit<ServerOptions, 'postgresFlags'>,
  adminUrl: string | undefined,
  folder: DataFolder,
  log: (line: string) => void,
): Promise<Databases> {
  if (databaseUrls && databasesAreMigrated) return databaseUrls;
  try {
    return await (databaseUrls
      ? useDatabases(databaseUrls, true, { log: log })
      : makeDatabases(adminUrl!, folder.passwords, true, { log: log }));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(databaseUrl || databaseUrls ? `The configured database server cannot be used: ${message}` : message, {
      cause: error,
    });
  }
}
