import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningBank, temporaryFolder } from '@open-banking/testing';
import { openbankOf } from './an-openbank.js';
import { services } from '@open-banking/spec';

describe('files that an operator names', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const { openbank } = openbankOf(bank);
  const keys = ['--service', 'ais-pis', '--audit-id', '1'];

  it.each([
    [['audit', 'verify', ...keys, '--body', '/nope'], '--body: /nope cannot be read: the file does not exist'],
    [['audit', 'verify', '--file', 'package.json', '/nope'], '--file: /nope cannot be read: the file does not exist'],
    [['blocked-creditor', 'load', '/nope'], '/nope cannot be read: the file does not exist'],
    [['clearing', 'statement', '--out', '/nope/x'], '--out: /nope/x cannot be written: its folder does not exist'],
    [['report', 'availability', '--quarter', '2026Q4', '--csv', '/nope/x'], '--csv: /nope/x cannot be written: its folder does not exist'],
    [['report', 'availability', '--quarter', '2026Q4', '--html', '/'], '--html: / cannot be written: EISDIR'],
    [
      ['report', 'availability', '--quarter', '2026Q4', '--html', '/nope/x', '--theme', '/nope'],
      'THEME_FILE /nope: the file cannot be read (ENOENT)',
    ],
    [
      ['rotate', 'service-keys', '--keys-dir', '/nope'],
      '--keys-dir: /nope/ais-pis.private.jwk.json cannot be read: the file does not exist',
    ],
    [['rotate', 'sandbox-ca', '--ca-dir', '/nope'], '--ca-dir: /nope/ca.pem cannot be read: the file does not exist'],
    [['rotate', 'sandbox-ca', '--gateway-dir', '/nope'], '--gateway-dir: /nope cannot be read: the folder does not exist'],
    [['receive', 'transfer', '/nope', '--id', randomUUID()], '/nope cannot be read: the file does not exist'],
    [['load', 'cards', '/nope'], '/nope cannot be read: the file does not exist'],
    [['load', 'cards', '/'], '/ cannot be read: it is a folder'],
    [['feed', 'cards', '/nope'], '/nope cannot be read: the file does not exist'],
    [['reconcile', '/nope'], '/nope cannot be read: the file does not exist'],
    [['follow', 'cards', '--core-url-file', '/nope'], '--core-url-file: /nope cannot be read: the file does not exist'],
    [['ca', 'revoke', '/nope'], '/nope cannot be read: the file does not exist'],
    [['client', 'rotate', 'nobody', '--jwks', '/nope'], '--jwks: /nope cannot be read: the file does not exist'],
  ])('%j: what cannot be read or written is named in one line', async (args, line) => {
    const { code, out, err } = await openbank(...args);
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(`openbank: ${line}`) });
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('are read and written where they are there', async () => {
    const [list, csv] = [join(folder.path, 'list.ndjson'), join(folder.path, 'days.csv')];
    writeFileSync(list, `{"account":"NONE${process.pid}"}\n`);
    expect(await openbank('blocked-creditor', 'load', list)).toMatchObject({ code: 0, out: '1 of 1 are new.\n' });
    expect(await openbank('report', 'availability', '--quarter', '2026Q4', '--csv', csv)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(csv, 'utf8')).toMatch(/^\w/);
  });

  it('no rotation of service keys begins or ends in a folder that has no keys', async () => {
    const rotate = (...args: string[]) => openbank('rotate', 'service-keys', '--keys-dir', ...args);
    const empty = join(folder.path, 'empty');
    mkdirSync(empty);
    for (const more of [[], ['--finish']])
      expect(await rotate(empty, ...more)).toEqual({
        code: 1,
        out: '',
        err: expect.stringContaining(`--keys-dir: ${join(empty, 'ais-pis.private.jwk.json')} cannot be read`),
      });
    expect(await rotate(bank.facts.keysDir, '--service-keys', '/nope/{service}', '--finish')).toEqual({
      code: 1,
      out: '',
      err: 'openbank: --service-keys: /nope/ais-pis cannot be read: the folder does not exist\n',
    });
    expect(await rotate(bank.facts.keysDir, '--finish')).toMatchObject({ code: 0, err: '' });
  });
});
