import { ownDatabase } from '@open-banking/testing/database';
import { RequestsService } from '../src/requests/requests.service.js';

describe('The room that the request log takes', () => {
  const own = ownDatabase('portal', { poolSize: 1 });

  const fill = (client: string, count: number, age: string) =>
    own.owner.query(
      `insert into request (client_id, at, request_id, operation, status, ms)
       select $1, now() - $3::interval - n * interval '1 second', gen_random_uuid(), 'listCards', 200, 1 from generate_series(1, $2::int) n`,
      [client, count, age],
    );
  const left = async (): Promise<unknown> =>
    (
      await own.owner.query(
        `select client_id, count(*)::int, max(at) > now() - interval '1 hour' as newest from request group by 1 order by 1`,
      )
    ).rows;

  it('holds seven days, and of each client its newest 200,000 requests', async () => {
    await own.owner.query(`insert into developer values (gen_random_uuid(), 'a@example.com', '', now(), now())`);
    await own.owner.query(`insert into developer_client select c, developer_id, now() from developer, unnest(array['few', 'many']) c`);
    await fill('few', 10, '0');
    await fill('few', 12_000, '7 days');
    await fill('many', 206_000, '0');
    const requests = new RequestsService(own.database);
    await requests.purge();
    await requests.trim();
    expect(await left()).toEqual([
      { client_id: 'few', count: 10, newest: true },
      { client_id: 'many', count: 200_000, newest: true },
    ]);
  }, 300_000);
});
