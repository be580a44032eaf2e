import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { verifyAudit } from '@open-banking/verification/audit';
import { freshDatabase } from '@open-banking/testing/database';
import { program } from './an-openbank.js';

const preload = new URL('../../testing/dist/kill-at-point.js', import.meta.url).href;

describe('openbank audit archive, killed', () => {
  // Starts the run's server.
  let own: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: string;

  beforeEach(async () => {
    own = await freshDatabase('ais-pis');
    folder = mkdtempSync(join(tmpdir(), 'audit-killed-'));
    await asAdmin(own.ownerUrl, async (owner) => {
      await owner.query(
        `insert into audit (at, operation, subject) select '2024-03-01', 'createConsent', n from generate_series(1, 2500) n`,
      );
      await owner.query(`insert into audit (operation) values ('of today')`);
      while (((await owner.query<{ sealed: number }>('select seal_audit() as sealed')).rows[0]?.sealed ?? 0) > 0);
    });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await own.close();
  });

  const archive = (killAt?: string): Promise<{ signal: string | null; out: string }> =>
    new Promise((settle) => {
      const killFile = join(folder, 'kill');
      if (killAt !== undefined) writeFileSync(killFile, killAt);
      const env = { ...process.env, NODE_OPTIONS: `--import ${preload}`, KILL_AT_FILE: killFile };
      const to = join(folder, 'archive');
      execFile(
        process.execPath,
        [program, 'audit', 'archive', 'ais-pis', '--before', '2024-04-01', '--to', to, '--database-url', own.ownerUrl],
        { env },
        (error, out) => {
          settle({ signal: error?.signal ?? null, out });
        },
      );
    });
  const verify = async () => (await verifyAudit({ 'ais-pis': own.serviceUrl })).services[0]!;
  const file = () => join(folder, 'archive', 'ais-pis-000000000001.ndjson.gz');

  it.each([
    ['audit archive written', { rows: 2_501, sealed: 2_501 }],
    ['audit anchor set', { rows: 2_501, sealed: 1, anchor: { sealNumber: '2500', rowsLeft: 2_500 } }],
    ['audit rows deleted', { rows: 1_501, sealed: 1, anchor: { sealNumber: '2500', rowsLeft: 1_500 } }],
  ])('at "%s" has lost nothing: the chain holds, and the next run goes on with the file that is there', async (point, left) => {
    expect(await verify()).toMatchObject({ ok: true, rows: 2_501, sealed: 2_501 });
    expect(await archive(point)).toMatchObject({ signal: 'SIGKILL' });
    const bytes = readFileSync(file());
    expect(await verify()).toMatchObject({ ok: true, unsealed: { rows: 0 }, ...left });
    expect(await archive()).toMatchObject({ signal: null });
    expect(readFileSync(file())).toEqual(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await verify()).toMatchObject({ ok: true, rows: 1, sealed: 1, anchor: { sealNumber: '2500', rowsLeft: 0, fileSha256: sha256 } });
    expect(readdirSync(join(folder, 'archive'))).toHaveLength(1);
    expect(existsSync(`${file()}.part`)).toBe(false);
  });
});
