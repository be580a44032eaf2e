import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';

const program = fileURLToPath(new URL('./hosted/two-of-each.mjs', import.meta.url));

interface Seen {
  readonly found: Readonly<Record<string, object>>;
  readonly before: object;
  readonly left: { readonly listeners: object; readonly resources: readonly string[] };
}

describe('services that one process hosts', () => {
  const orders = [services, services.toReversed(), [...services.slice(3), ...services.slice(0, 3)]];

  it.each(orders.map((order) => [order.join(', ')]))(
    'are each there twice with other settings, know nothing of each other, and leave nothing when they stop in the order %s',
    async (order) => {
      const folder = mkdtempSync(join(tmpdir(), 'open-banking-hosted-'));
      // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
      chmodSync(folder, 0o755);
      const { stdout } = await promisify(execFile)(process.execPath, [program, folder, order.replaceAll(' ', '')]);
      const { found, left, before } = JSON.parse(stdout) as Seen;
      const alone = {
        inBothLogs: [false, false],
        inBothTraces: [false, false],
        requestsOfSecond: 1,
        debugInLogOfFirst: false,
        othersInLogOfSecond: 0,
      };
      expect(found).toEqual(Object.fromEntries(services.map((service) => [service, alone])));
      expect(left).toEqual({ listeners: before, resources: [] });
    },
    300_000,
  );
});
