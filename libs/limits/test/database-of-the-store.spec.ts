import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { ServiceSettings } from '@open-banking/config';
import { openLimitStore } from '../src/limit-store.js';

const events = { onAway: () => undefined, onBack: () => undefined, onDecisionWithoutStore: () => undefined };
const settings = { replicas: 1, valkeyAwayReads: 'share', valkeyAwayWrites: 'refuse' } as const;

/** A server that answers as Valkey does, as far as a client needs it to be ready and to charge; `select` is its answer to SELECT. */
async function storeWith(select: string): Promise<Server> {
  const answers: Readonly<Record<string, string>> = {
    select,
    info: bulk('loading:0\r\nrole:master\r\n'),
    evalsha: bulk('1 0 0'),
    client: '-NOPERM this user has no permissions\r\n',
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (sent: Buffer) => {
      // Each command is an array of texts: `*3\r\n$6\r\nselect\r\n…`, several at once.
      for (const [, name] of sent.toString('latin1').matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g))
        socket.write(answers[name!.toLowerCase()] ?? '+OK\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

describe('the database of VALKEY_URL', () => {
  const servers: Server[] = [];
  const opened = async (select: string, path: string) => {
    const server = await storeWith(select);
    servers.push(server);
    const valkeyUrl = `valkey://lim:pw@127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    return openLimitStore('cards', { ...settings, valkeyUrl } as Pick<ServiceSettings, 'valkeyUrl'> & typeof settings, events);
  };
  afterAll(() => servers.forEach((server) => server.close()));

  it.each([
    ['may not select', "-NOPERM User lim has no permissions to run the 'select' command\r\n"],
    ['does not have', '-ERR DB index is out of range\r\n'],
  ])('stops the start where the user %s it, with a sentence that names it', async (_, refusal) => {
    await expect(opened(refusal, '/2')).rejects.toThrow(
      new RegExp(`VALKEY_URL names database 2, .*${refusal.trim().slice(1)}.*grant SELECT.*limits-over-replicas`),
    );
  });

  it('is used where it can be selected, and where none is named nothing is selected', async () => {
    for (const [select, path] of [
      ['+OK\r\n', '/2'],
      ['-NOPERM\r\n', ''],
    ] as const) {
      const store = await opened(select, path);
      expect(store!.storage.isAway).toBe(false);
      await store!.storage.close();
    }
  });
});
