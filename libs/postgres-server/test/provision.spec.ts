import { asAdmin } from '@open-banking/database';
import { refuseOldServer } from '../src/provision.js';
import { temporaryServer } from '../src/testing/temporary-server.js';

describe('a server', () => {
  let server: Awaited<ReturnType<typeof temporaryServer>>;
  beforeAll(async () => {
    server = await temporaryServer();
  });
  afterAll(() => server.stop());

  it('with PostgreSQL 18 is accepted; an older one is refused with both versions, and nothing is created there', async () => {
    await refuseOldServer(server.url);
    await expect(refuseOldServer(server.url, 19)).rejects.toThrow(
      /^This is PostgreSQL 18\.\d+.*; PostgreSQL 19 or newer is needed\. Nothing was created there\.$/,
    );
    const { rows } = await asAdmin(server.url, (admin) =>
      admin.query<{ name: string }>("select datname as name from pg_database union select rolname from pg_roles where rolname !~ '^pg_'"),
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(['postgres', 'template0', 'template1']);
  });
});
