import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@open-banking/testing';
import { installedBinaries, reasonNotStarted } from '../src/binaries.js';

describe('the PostgreSQL that npm installs', () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  it('is found on this platform; on one that has none, a sentence says what to do', async () => {
    expect(existsSync((await installedBinaries()).postgres)).toBe(true);
    await expect(installedBinaries('freebsd-x64')).rejects.toThrow(
      /^npm has installed no PostgreSQL for freebsd-x64\. Give the address of a PostgreSQL 18 server as DATABASE_URL, or run the containers/,
    );
  });

  it('says that the system has no glibc where a program that is there cannot be loaded, and leaves other reasons as they are', async () => {
    const program = join(folder.path, 'postgres');
    writeFileSync(program, '#!/no/such/loader\n', { mode: 0o755 });
    const failureOf = async (path: string): Promise<unknown> => (await once(spawn(path), 'error'))[0];
    expect(reasonNotStarted(program, await failureOf(program))).toMatchObject({ message: expect.stringContaining('has no glibc') });
    const absent = await failureOf(`${program}-absent`);
    expect(reasonNotStarted(`${program}-absent`, absent)).toBe(absent);
  });
});
