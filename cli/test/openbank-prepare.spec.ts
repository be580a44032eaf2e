import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedServer } from '@open-banking/database';
import { freePorts } from '@open-banking/sandbox/bank';
import { services } from '@open-banking/spec';
import { program } from './an-openbank.js';

const slowMs = 120_000;

describe('openbank prepare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  let server: EmbeddedServer;
  beforeAll(async () => {
    const [port] = await freePorts([undefined]);
    server = await startEmbedded(folder, port!, ['-c', 'fsync=off']);
    writeFileSync(join(folder, 'admin.url'), `${server.url}\n`);
  }, slowMs);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });

  const prepare = (into: string, variables: NodeJS.ProcessEnv): Promise<{ code: number; err: string }> =>
    new Promise((settle) => {
      const { DATABASE_URL: _, ...env } = process.env;
      const args = [program, 'prepare', '--keys-dir', join(into, 'keys'), '--urls-dir', into];
      execFile(process.execPath, args, { env: { ...env, ...variables } }, (error, __, err) => {
        settle({ code: typeof error?.code === 'number' ? error.code : 0, err });
      });
    });
  const urlsIn = (into: string) => services.map((service) => readFileSync(join(into, `${service}.url`), 'utf8'));

  it(
    "reads the server's address from a file; with the same passwords a second run changes no address",
    async () => {
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      expect(await prepare(first, { DATABASE_URL_FILE: join(folder, 'admin.url') })).toEqual({ code: 0, err: '' });
      expect(readdirSync(join(first, 'keys'))).toEqual(
        expect.arrayContaining([...services, 'operator'].flatMap((name) => [`${name}.private.jwk.json`, `${name}.public.jwk.json`])),
      );
      // As the migration on Kubernetes does.
      mkdirSync(second);
      copyFileSync(join(first, 'passwords.json'), join(second, 'passwords.json'));
      expect(await prepare(second, { DATABASE_URL_FILE: join(folder, 'admin.url') })).toEqual({ code: 0, err: '' });
      expect(urlsIn(second)).toEqual(urlsIn(first));
    },
    slowMs,
  );

  it('says which setting is missing', async () => {
    expect(await prepare(join(folder, 'third'), { DATABASE_URL_FILE: '' })).toEqual({
      code: 1,
      err: 'openbank: Set --database-url, DATABASE_URL or DATABASE_URL_FILE.\n',
    });
  });
});
