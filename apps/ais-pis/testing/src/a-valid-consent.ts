import type pg from 'pg';

/** Consents of customers, as rows: so that their accounts are ones that somebody may read. Without a client, of one that is made. */
export async function validConsents(database: pg.Pool, psuIds: readonly string[], clientId = 'reader'): Promise<void> {
  await database.query(
    `insert into client (client_id, name, secret_hash, auth_method, roles, redirect_uris, created_at)
    values ($1, 'Reader', 'none', 'client_secret_basic', '{PSP_AI}', '{http://127.0.0.1/back}', now()) on conflict do nothing`,
    [clientId],
  );
  await database.query(
    `insert into consent (consent_id, client_id, psu_id, status, kind, access, recurring, frequency_per_day, valid_until, created_at, last_action_date)
    select gen_random_uuid(), $1, psu_id, 'valid', 'dedicated', '{}', true, 4, current_date + 30, now(), current_date from unnest($2::uuid[]) psu_id`,
    [clientId, psuIds],
  );
}
