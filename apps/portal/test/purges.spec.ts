import { ownDatabase } from '@open-banking/testing/database';
import { DevelopersService } from '../src/developers/developers.service.js';
import { DeveloperSessionsService } from '../src/visit/developer-sessions.service.js';

describe('what a flood of sign-ups has left behind', () => {
  const own = ownDatabase('portal', { poolSize: 1 });

  const accounts = (name: string, count: number, confirmed: boolean) =>
    own.owner.query(
      `insert into developer select gen_random_uuid(), $1 || n || '@example.com', '', case when $3 then now() end, now() from generate_series(1, $2::int) n`,
      [name, count, confirmed],
    );
  const codes = (name: string, expired: boolean) =>
    own.owner.query(
      `insert into email_confirmation
       select sha256(convert_to($2 || email, 'UTF8')), developer_id, now() + case when $2::boolean then interval '-1 minute' else '1 hour' end
       from developer where email like $1 || '%'`,
      [name, expired],
    );

  it('is deleted a day later: codes and tries, and accounts that were never confirmed with them', async () => {
    await accounts('stranger', 1_500, false);
    await accounts('waiting', 1, false);
    await accounts('again', 1, false);
    await accounts('confirmed', 1, true);
    for (const name of ['stranger', 'again', 'confirmed']) await codes(name, true);
    for (const name of ['waiting', 'again']) await codes(name, false);
    await own.owner.query(
      `insert into developer_attempt select sha256(convert_to(email, 'UTF8')), 1, now(), now() - interval '2 days' from developer`,
    );
    await own.owner.query(
      `insert into developer_session select sha256(convert_to(email, 'UTF8')), developer_id, now() - interval '1 minute' from developer`,
    );

    await new DevelopersService(own.database).purge();
    await new DeveloperSessionsService(own.database).purge();
    const { rows } = await own.owner.query<{ email: string }>('select email from developer order by 1');
    expect(rows.map(({ email }) => email)).toEqual(['again1@example.com', 'confirmed1@example.com', 'waiting1@example.com']);
    const left = await own.owner.query(`
      select (select count(*)::int from email_confirmation) as codes, (select count(*)::int from developer_attempt) as tries,
        (select count(*)::int from developer_session) as sessions`);
    expect(left.rows).toEqual([{ codes: 2, tries: 0, sessions: 0 }]);
  }, 120_000);
});
