import { SenderConstraintService } from '@open-banking/access';
import { BankClock } from '@open-banking/database';
import { BankLogin, IssuingService, LoginSettings } from '@open-banking/issuer';
import { ownDatabase } from '@open-banking/testing/database';
import { CustomerDirectoryService } from '@open-banking/ais-pis-directory';
import { CustomerSessionsService } from '@open-banking/ais-pis-customer-pages';
import { LocalTokenAuthorityService } from '@open-banking/ais-pis-issuers';
import { PayeeVerificationService } from '@open-banking/ais-pis-payments';

const clock = new BankClock('Asia/Jerusalem');
const unused = undefined as never;
/** More than a batch, and less than two. */
const flooded = 1_500;

/** What strangers can leave behind, each with the columns of a row that is `$1` old. */
const rows: Readonly<Record<string, readonly [columns: string, values: string]>> = {
  artifact: ['issuer, kind, id_hash, payload, expires_at', "'consents', 'Interaction', key, '{}', at"],
  journey: ['issuer, interaction_hash, psu_id, customer_name, expires_at', "'consents', key, gen_random_uuid(), 'Dana', at"],
  app_approval: [
    'approval_id, issuer, interaction_hash, number, psu_id, about, chosen, facts_hash, binding_message, message, expires_at',
    "gen_random_uuid(), 'consents', key, 1, gen_random_uuid(), key, '{}', '', '', '', at",
  ],
  provider_login: ['place, browser_hash, state_hash, language, started_at', "'customer', key, key, 'en', at"],
  sign_in_attempt: ['login_hash, changed_at', 'key, at'],
  dpop_proof: ['proof_hash, expires_at', 'key, at'],
  customer_session: ['id_hash, psu_id, customer_name, expires_at', "key, (select psu_id from psu), 'Dana', at"],
  payee_question: ['client_id, account_digest, name_digest, asked_at', "'client', key, key, at"],
  customer_payee_question: ['psu_id, account_digest, name_digest, asked_at', '(select psu_id from psu), key, key, at'],
  access_change: ['subject, changed_at', "'subject', at"],
};

describe('what a flood has left behind', () => {
  const own = ownDatabase('ais-pis', { poolSize: 1 });

  const fill = (table: string, count: number, age: string) => {
    const [columns, values] = rows[table]!;
    return own.owner.query(
      `insert into ${table} (${columns}) select ${values}
       from (select sha256(convert_to($2 || n, 'UTF8')) as key, now() - $2::interval as at from generate_series(1, $1::int) n) made`,
      [count, age],
    );
  };
  const counts = async () => {
    const all = Object.keys(rows).map((table) => `select '${table}' as name, count(*)::int as count from ${table}`);
    const { rows: found } = await own.owner.query<{ name: string; count: number }>(all.join(' union all '));
    return Object.fromEntries(found.map(({ name, count }) => [name, count]));
  };
  const each = (count: number) => Object.fromEntries(Object.keys(rows).map((table) => [table, count]));

  it('is deleted by the recurring work in batches, however much it is, and nothing that still counts', async () => {
    await own.owner.query("insert into psu (psu_id, login, password_hash, name) values (gen_random_uuid(), 'dana', '', 'Dana')");
    await own.owner.query(`
      create function at_most_a_batch() returns trigger language plpgsql as $$
      begin
        if (select count(*) from gone) > 1000 then raise 'too many rows for one statement'; end if;
        return null;
      end $$`);
    for (const table of Object.keys(rows)) {
      await fill(table, flooded, '9 days');
      await fill(table, 1, '-1 hour');
      await own.owner.query(
        `create trigger at_most_a_batch after delete on ${table} referencing old table as gone for each statement execute function at_most_a_batch()`,
      );
    }
    expect(await counts()).toEqual(each(flooded + 1));

    const parts = { database: own.database, clock };
    await IssuingService.prototype.purge.call({ parts } as never);
    await new BankLogin(parts as never).purge();
    await new CustomerDirectoryService(own.database, clock, new LoginSettings()).purge();
    await new SenderConstraintService(own.database, unused, unused).purge();
    await new CustomerSessionsService(own.database, clock, unused).purge();
    await PayeeVerificationService.prototype.purge.call({ database: own.database } as never);
    await new LocalTokenAuthorityService(own.database, clock).purge();
    expect(await counts()).toEqual(each(1));
  }, 120_000);
});
