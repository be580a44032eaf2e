import { BankClock, type Database } from '@open-banking/database';
import { ownDatabase } from '@open-banking/testing/database';
import { ClientLogosService } from '@open-banking/ais-pis-registration';
import { MaintenanceService } from '@open-banking/ais-pis-operators';

const unused = {} as never;

/** Reads a list to its end, by `next` of each page. */
async function whole<Row, Next>(read: (after?: Next) => Promise<{ rows: readonly Row[]; next?: Next | undefined }>): Promise<Row[][]> {
  const pages: Row[][] = [];
  for (let after: Next | undefined; ;) {
    const { rows, next } = await read(after);
    pages.push([...rows]);
    if (next === undefined) return pages;
    after = next;
  }
}

describe('a list that operators see', () => {
  const own = ownDatabase('ais-pis');
  const database = (): Database => own.database;

  it.each<[list: string, rows: number, sizes: number[], fill: string, read: () => Promise<string[][]>]>([
    [
      'logos',
      450,
      [200, 200, 50],
      `with one as (
         insert into client (client_id, name, auth_method, secret_hash, roles, redirect_uris, created_at)
         values ('logos', 'Shop', 'client_secret_basic', 'none', '{PSP_AI}', '{http://127.0.0.1/back}', now()) returning client_id
       )
       insert into client_logo (client_id, logo_hash, png, status, proposed_at, decided_at, reason)
       select client_id, encode(sha256(n::text::bytea), 'hex'), '', 'refused', '2026-01-01T00:00:00.000001Z', now(), 'too dark'
       from one, generate_series(1, 450) n`,
      async () => {
        const logos = new ClientLogosService(database(), new BankClock('Asia/Jerusalem'), unused, unused);
        const pages = await whole(async (after?: NonNullable<Awaited<ReturnType<typeof logos.list>>['next']>) => {
          const page = await logos.list({ status: 'refused', ...(after && { after }) });
          return { rows: page.logos, next: page.next };
        });
        return pages.map((rows) => rows.map(({ logo }) => logo));
      },
    ],
    [
      'maintenance windows',
      1_000,
      [500, 500],
      `insert into maintenance_window (window_id, starts_at, ends_at, reason, announced_by, announced_at)
       select gen_random_uuid(), now() + interval '1 day', now() + interval '2 days', 'Upgrade', (select min(name) from operator), now() from generate_series(1, 1000)`,
      async () => {
        const maintenance = new MaintenanceService(database(), unused);
        const pages = await whole(async (after?: string) => {
          const page = await maintenance.list({ ...(after !== undefined && { after }) });
          return { rows: page.windows, next: page.next };
        });
        return pages.map((rows) => rows.map(({ windowId }) => windowId));
      },
    ],
  ])('has all of its %s in pages, each row once', async (_, count, sizes, fill, read) => {
    await own.owner.query(fill);
    const pages = await read();
    expect(pages.map(({ length }) => length)).toEqual(sizes);
    expect(new Set(pages.flat()).size).toBe(count);
  });

  it('has every announced maintenance, also beyond a page', async () => {
    expect(await new MaintenanceService(database(), unused).announced()).toHaveLength(1_000);
  });
});
