import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@open-banking/installation/ports';
import { exchange } from '@open-banking/operator-client';

const program = fileURLToPath(new URL('../dist/bundle/serve-part.js', import.meta.url));

interface Part {
  readonly process: ChildProcess;
  says(text: string): Promise<void>;
  end(): Promise<number | null>;
}

describe('nx serve', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-serve-'));
  const parts: Part[] = [];
  let port: number;

  beforeAll(async () => {
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    [port] = (await freePorts([undefined])) as [number];
  });
  afterAll(async () => {
    await Promise.all(parts.map((part) => part.end()));
  });

  const fewCustomers = (): NodeJS.ProcessEnv => ({ PORT: String(port), DATA_DIR: join(folder, 'data'), CUSTOMERS: '3' });

  function serve(part: string, settings = fewCustomers(), ...options: readonly string[]): Part {
    const child = spawn(process.execPath, [program, part, ...options], { env: { ...process.env, HOME: folder, ...settings } });
    const ended = once(child, 'close').then(([code]) => code as number | null);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const started: Part = {
      process: child,
      says: (text) =>
        new Promise((heard, failed) => {
          const listen = () => {
            if (said.includes(text)) heard();
          };
          listen();
          child.stdout.on('data', listen);
          void ended.then(() => {
            failed(new Error(`${part} never said "${text}", but: ${said}`));
          });
        }),
      end: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
    parts.push(started);
    return started;
  }

  const status = async (path: string): Promise<number> => (await exchange(`http://127.0.0.1:${port}${path}`)).status;

  it('starts parts in any order; a part that is down answers 503; a second run attaches and takes over when the first ends', async () => {
    const first = serve('cards');
    const [database, gateway, issuer] = [serve('database'), serve('@open-banking/gateway'), serve('ais-pis')];
    await Promise.all([
      first.says('cards: available'),
      database.says('the demo bank is loaded'),
      gateway.says(`gateway: http://127.0.0.1:${port}`),
      issuer.says('ais-pis: available'),
    ]);
    expect([await status('/v1.7/cards'), await status('/v1.7/accounts'), await status('/v1.5/savings')]).toEqual([401, 401, 503]);

    const second = serve('cards');
    await second.says(`cards is already running (process ${first.process.pid}); attaching to it`);
    expect(await first.end()).toBe(0);
    await second.says('cards: available');
    expect(await status('/v1.7/cards')).toBe(401);
  });

  it('prints a call to paste when the demo bank is loaded, which takes longer than the start of the services', async () => {
    const [other] = await freePorts([undefined]);
    const settings = { PORT: String(other), DATA_DIR: join(folder, 'new'), CUSTOMERS: '40' };
    const [database] = ['database', 'gateway', 'ais-pis'].map((part) => serve(part, settings));
    const cards = serve('cards', settings, '--watch', '--json');
    await cards.says('cards: available');
    await cards.says('{"level":"info",');
    await database!.says('the demo bank is loaded');
    await cards.says(`curl -sS 'http://127.0.0.1:${other}/v1.7/cards`);
  });

  it('lists the known parts when the part is unknown', async () => {
    const unknown = serve('coffee');
    expect((await once(unknown.process, 'close'))[0]).toBe(1);
  });
});
