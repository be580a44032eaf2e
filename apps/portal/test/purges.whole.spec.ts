import { ownDatabase } from '@open-banking/testing/database';
import { PasswordResetsService } from '../src/developers/password-resets.service.js';
import { DevelopersService } from '../src/developers/developers.service.js';
import { DeveloperSessionsService } from '../src/visit/developer-sessions.service.js';

describe('what a flood of sign-ups has left behind', () => {
  const own = ownDatabase('portal', { poolSize: 1 });

  const signUps = (name: string, count: number, expired: boolean) =>
    own.owner.query(
      `insert into sign_up
       select sha256(convert_to($1 || n, 'UTF8')), $1 || n || '@example.com', '', now() + case when $3 then interval '-1 minute' else '1 hour' end
       from generate_series(1, $2::int) n`,
      [name, count, expired],
    );

  it('is deleted a day later: sign-ups that were never confirmed, and tries; accounts stay', async () => {
    await own.owner.query(`insert into developer values (gen_random_uuid(), 'confirmed@example.com', '', now(), now())`);
    await signUps('stranger', 1_500, true);
    await signUps('waiting', 1, false);
    await own.owner.query(
      `insert into developer_attempt select sha256(convert_to(email, 'UTF8')), 1, now(), now() - interval '2 days' from sign_up`,
    );
    await own.owner.query(
      `insert into developer_session select sha256(convert_to(email, 'UTF8')), developer_id, now() - interval '1 minute' from developer`,
    );

    await own.owner.query(
      `insert into password_reset select code_hash, email, case when email like 'waiting%' then now() + interval '1 hour' else expires_at end from sign_up`,
    );

    const unused = undefined as never;
    await new PasswordResetsService(unused, own.database, unused, unused).purge();
    await new DevelopersService(own.database, undefined as never, undefined as never).purge();
    await new DeveloperSessionsService(own.database).purge();
    const { rows } = await own.owner.query<{ email: string }>('select email from sign_up union select email from developer order by 1');
    expect(rows.map(({ email }) => email)).toEqual(['confirmed@example.com', 'waiting1@example.com']);
    const left = await own.owner.query(`
      select (select count(*)::int from developer_attempt) as tries, (select count(*)::int from developer_session) as sessions,
        (select array_agg(email) from password_reset) as resets`);
    expect(left.rows).toEqual([{ tries: 0, sessions: 0, resets: ['waiting1@example.com'] }]);
  }, 120_000);
});
