import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configFolder, forget, keepGrant, keptGrant, readLogin, writeLogin } from '../src/private-files.js';

const grant = { issuer: 'consents', resourceId: 'a', accessToken: 't', tokenType: 'Bearer', expiresAt: '2026-11-30T08:00:00Z' } as const;

describe('the files with secrets', () => {
  let folder: string;
  const before = process.env['XDG_CONFIG_HOME'];
  beforeEach(() => {
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
    writeLogin({ baseUrl: 'https://bank.example', key: 'k' });
    keepGrant(grant);
    keepGrant({ ...grant, resourceId: 'b' });
    expect(keptGrant('a')).toEqual(grant);
    expect(keptGrant('toString')).toBeUndefined();
    expect([forget(), forget()]).toEqual([true, false]);
    expect(keptGrant('a')).toBeUndefined();
  });

  it('lie where the platform keeps the configuration of a user', () => {
    expect(configFolder({ XDG_CONFIG_HOME: '/home/dana/config' }, 'linux')).toBe('/home/dana/config/open-banking-tpp');
    expect(configFolder({ APPDATA: '/c/Users/dana' }, 'win32')).toBe('/c/Users/dana/open-banking-tpp');
    expect(configFolder({ HOME: '/home/dana' }, 'linux')).toMatch(/\.config\/open-banking-tpp$/);
  });
});
