import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startEmbedded, type EmbeddedServer } from '../embedded.js';
import { serversFolder, serversVariable } from './servers-folder.js';

export interface TemporaryServer {
  readonly url: string;
  readonly folder: string;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Its data is deleted, so it need not survive a power failure. */
const withoutDurability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'scram_iterations=1'].flatMap((setting) => [
  '-c',
  setting,
]);

/** A PostgreSQL of one test file's own, in a new folder that goes with the run; for libs, which do not need the whole bank. */
export async function temporaryServer(flags: readonly string[] = []): Promise<TemporaryServer> {
  const folder = mkdtempSync(join(serversFolder(), 'open-banking-'));
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o711);
  const { port, ...first } = await startedAtAnyPort(folder, [...withoutDurability, ...flags]);
  let { server } = first;
  return {
    url: server.url,
    folder,
    restart: async () => {
      await server.stop();
      server = await startEmbedded(folder, port, [...withoutDurability, ...flags]);
    },
    stop: async () => {
      await server.stop();
      // On a disk it goes with the run: where ext4 has no journal, making files takes long after others were removed.
      if (process.env[serversVariable]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

const tries = 5;

/** Between the choice of a port and its use, another process may have got it. */
async function startedAtAnyPort(
  folder: string,
  flags: readonly string[],
): Promise<{ readonly port: number; readonly server: EmbeddedServer }> {
  for (let left = tries; ; left -= 1) {
    const port = await freePort();
    try {
      return { port, server: await startEmbedded(folder, port, flags) };
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo;
        server.close(() => {
          resolve(port);
        });
      });
  });
