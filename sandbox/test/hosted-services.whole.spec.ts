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

  /** One process for all orders: in the second and third its bank and services start again where those of before have stopped. */
  const seenOf = async (): Promise<Readonly<Record<string, Seen>>> => {
    const folder = mkdtempSync(join(tmpdir(), 'open-banking-hosted-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(folder, 0o755);
    const { stdout } = await promisify(execFile)(process.execPath, [program, folder, ...orders.map((order) => order.join())]);
    const lines = stdout.trimEnd().split('\n');
    return Object.fromEntries(orders.map((order, at) => [order.join(', '), JSON.parse(lines[at]!) as Seen]));
  };
  let seen: Awaited<ReturnType<typeof seenOf>>;
  beforeAll(async () => {
    seen = await seenOf();
  }, 600_000);

  it.each(orders.map((order) => [order.join(', ')]))(
    'are each there twice with other settings, know nothing of each other, and leave nothing when they stop in the order %s',
    (order) => {
      const { found, left, before } = seen[order]!;
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
  );
});
