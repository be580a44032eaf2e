import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkClient, forget, keepClient, keepGrant, keptGrant } from '../src/kept-grants.js';
import { configFolder, readLogin, writeLogin } from '../src/private-files.js';
import { run } from '../src/program.js';

const grant = { issuer: 'consents', resourceId: 'a', accessToken: 't', tokenType: 'Bearer', expiresAt: '2026-11-30T08:00:00Z' } as const;

const baseUrl = 'https://bank.example';

describe('the files with secrets', () => {
  let folder: string;
  let notes: string[];
  const note = (line: string) => void notes.push(line);
  const before = process.env['XDG_CONFIG_HOME'];
  beforeEach(() => {
    notes = [];
    folder = mkdtempSync(join(tmpdir(), 'tpp-'));
    process.env['XDG_CONFIG_HOME'] = folder;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    if (before === undefined) delete process.env['XDG_CONFIG_HOME'];
    else process.env['XDG_CONFIG_HOME'] = before;
  });

  it('are readable to their user alone, also where a file was there before, and are refused where others can read them', () => {
    expect(readLogin).toThrow('You are not signed in. Run tpp login.');
    const path = writeLogin({ baseUrl: 'https://bank.example', key: 'k' });
    chmodSync(path, 0o644);
    expect(readLogin).toThrow(`Others can read ${path}, which holds secrets. Run chmod 600 ${path}.`);
    expect(writeLogin({ baseUrl: 'https://bank.example', key: 'l' })).toBe(path);
    expect([statSync(path).mode & 0o777, statSync(configFolder()).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(readLogin()).toEqual({ baseUrl: 'https://bank.example', key: 'l' });
  });

  it('keep what customers have approved until the key is forgotten', () => {
    writeLogin({ baseUrl, key: 'k' });
    keepGrant(baseUrl, grant, note);
    keepGrant(baseUrl, { ...grant, resourceId: 'b' }, note);
    expect(keptGrant(baseUrl, 'a', note)).toEqual(grant);
    expect(keptGrant(baseUrl, 'toString', note)).toBeUndefined();
    expect([forget(), forget()]).toEqual([true, false]);
    expect(keptGrant(baseUrl, 'a', note)).toBeUndefined();
    expect(notes).toEqual([]);
  });

  it('are used at the bank of the grant alone, and so are the client and its secret', async () => {
    const other = 'http://127.0.0.1:9';
    keepGrant(baseUrl, grant, note);
    keepClient(baseUrl, 'client');
    expect(() => keptGrant(other, 'a', note)).toThrow(
      `a was approved at ${baseUrl}, and you are signed in to ${other}. Run tpp login ${baseUrl}`,
    );
    expect(() => checkClient(other, 'client')).toThrow(`The client client is one of ${baseUrl}, and you are signed in to ${other}.`);
    expect(() => checkClient(baseUrl, 'client')).not.toThrow();
    expect(() => checkClient(other, 'new')).not.toThrow();
    writeLogin({ baseUrl: other, key: 'k' });
    const terminal = { print: note, note, stopped: new AbortController().signal };
    for (const more of [['--for', 'a'], []]) expect(await run(['token', ...more, '--client-id', 'client'], terminal)).toBe(1);
    expect(notes).toEqual([expect.stringMatching(/^a was approved at/), expect.stringMatching(/^The client client is one of/)]);
    expect(keptGrant(baseUrl, 'a', note)).toEqual(grant);
  });

  it('of an earlier version, without the bank of a grant, are dropped with a sentence', () => {
    keepGrant(baseUrl, grant, note);
    const path = `${configFolder()}/grants.json`;
    const kept = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...kept, old: { ...grant, resourceId: 'old' } }));
    expect(keptGrant(baseUrl, 'old', note)).toBeUndefined();
    expect(notes).toEqual([
      expect.stringMatching(/^The tokens for old are removed, because an earlier version kept them without their bank\./),
    ]);
    expect(keptGrant(baseUrl, 'a', note)).toEqual(grant);
    expect([notes.length, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([1, kept]);
  });

  it('are refused in a folder that others can enter, and in one that is a link', () => {
    const path = configFolder();
    const login = { baseUrl, key: 'k' };
    mkdirSync(path);
    chmodSync(path, 0o777);
    const says = `Others can enter ${path}, which holds secrets. Run chmod 700 ${path}.`;
    expect(() => writeLogin(login)).toThrow(says);
    chmodSync(path, 0o700);
    writeLogin(login);
    expect(readLogin()).toEqual(login);
    chmodSync(path, 0o750);
    expect(readLogin).toThrow(says);
    rmSync(path, { recursive: true });
    mkdirSync(join(folder, 'elsewhere'), { mode: 0o700 });
    symlinkSync(join(folder, 'elsewhere'), path);
    for (const use of [() => writeLogin(login), readLogin])
      expect(use).toThrow(`${path} is a link, and secrets would be kept elsewhere. Remove it.`);
  });

  it('lie where the platform keeps the configuration of a user', () => {
    expect(configFolder({ XDG_CONFIG_HOME: '/home/dana/config' }, 'linux')).toBe('/home/dana/config/open-banking-tpp');
    expect(configFolder({ APPDATA: '/c/Users/dana' }, 'win32')).toBe('/c/Users/dana/open-banking-tpp');
    expect(configFolder({ HOME: '/home/dana' }, 'linux')).toMatch(/\.config\/open-banking-tpp$/);
  });
});
