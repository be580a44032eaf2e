import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@open-banking/testing';
import { program } from './an-openbank.js';

/** The program that an installation without the folder of the sandbox runs. */
const operatorsOwn = fileURLToPath(new URL('../dist/bundle/openbank.js', import.meta.url));

const run = (file: string, ...args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((settle) => {
    execFile(process.execPath, [file, ...args], (error, out, err) => {
      settle({ code: Number(error?.code ?? 0), out, err });
    });
  });
const commandsOf = async (file: string): Promise<string[]> =>
  [...(await run(file, '--help')).out.matchAll(/^ {2}([a-z][a-z-]+)(?= )/gm)].map(([, name]) => name!);

describe('openbank of an installation without a sandbox', () => {
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });

  it('has all commands of an operator, and not those of a sandbox', async () => {
    const [own, all] = [await commandsOf(operatorsOwn), await commandsOf(program)];
    expect(own).toEqual(expect.arrayContaining(['client', 'load', 'recover', 'prepare', 'rotate', 'view']));
    expect(all.filter((name) => !own.includes(name)).sort()).toEqual(['approve', 'ca', 'check-port', 'generate', 'rehearse', 'token']);
    expect((await run(program, 'rotate', '--help')).out).toContain('sandbox-ca');
    expect((await run(operatorsOwn, 'rotate', '--help')).out).not.toContain('sandbox-ca');
  });

  it('refuses to load a demo bank, in one line and before it creates anything', async () => {
    const folders = ['--keys-dir', join(folder.path, 'keys'), '--urls-dir', join(folder.path, 'urls')];
    expect(await run(operatorsOwn, 'prepare', '--sandbox', ...folders)).toEqual({
      code: 1,
      out: '',
      err: 'openbank: --sandbox: this installation has no demo bank.\n',
    });
  });
});
