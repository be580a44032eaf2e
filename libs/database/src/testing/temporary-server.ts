import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../embedded.js';

/** A PostgreSQL of one test file's own, in a new folder that `stop` removes; for libs, which do not need the whole bank. */
export async function temporaryServer(): Promise<{ readonly url: string; restart(): Promise<void>; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-'));
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o711);
  const port = await freePort();
  let server = await startEmbedded(folder, port);
  return {
    url: server.url,
    restart: async () => {
      await server.stop();
      server = await startEmbedded(folder, port);
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const freePort = (): Promise<number> =>
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
