import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationFaults } from '../src/migrations/judgement.js';
import { topFolders } from './workspace.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fileText = (file: string): string => readFileSync(join(root, file), 'utf8');
const { version, migrations: released } = JSON.parse(fileText('build/released-migrations.json')) as {
  version: string;
  migrations: Readonly<Record<string, string>>;
};
const { openBanking } = JSON.parse(fileText('package.json')) as { openBanking: { lastRelease: { version: string } } };
const all = topFolders
  .flatMap((top) => readdirSync(join(root, top), { recursive: true, encoding: 'utf8' }).map((file) => join(top, file)))
  .filter((file) => file.endsWith('up.sql') && !file.includes('node_modules'));

describe('the migrations', () => {
  it('of the last release are all there, unchanged: databases have run them', () => {
    expect(version).toBe(openBanking.lastRelease.version);
    const found = Object.fromEntries(all.map((file) => [dirname(file), createHash('sha256').update(fileText(file)).digest('hex')]));
    expect(Object.keys(released).length).toBeGreaterThan(50);
    for (const [migration, hash] of Object.entries(released)) expect({ migration, hash: found[migration] }).toEqual({ migration, hash });
  });

  it('since then let the code of the last release run on the new schema', () => {
    const faults = all
      .filter((file) => !(dirname(file) in released))
      .map((file) => ({ file, faults: migrationFaults(fileText(file), version) }))
      .filter((one) => one.faults.length > 0);
    expect(faults).toEqual([]);
  });
});

describe('a migration beside the code of the last release', () => {
  const faults = (sql: string): string[] => migrationFaults(sql, '0.2.0');

  it.each([
    'create table note (id uuid primary key default uuidv7(), text text not null); create index note_by_text on note (text);',
    "alter table payment add column note text, add column kind text not null default 'plain';",
    'alter table payment add column if not exists at timestamptz not null default now();',
    'alter table payment alter column note drop not null;',
    'alter table payment drop constraint payment_kind;',
    '-- outside a transaction\ndrop index concurrently if exists by_note;\ncreate index concurrently by_note on payment (note);',
    "-- Does not drop table payment.\ncomment on column payment.note is 'alter table payment drop column note; rename';",
    "create table note (id int);\nselect pg_temp.for_service_roles('revoke delete on note from %I');",
    'create function erase_notes() returns void language sql as $$ $$;\nrevoke execute on function erase_notes from public',
    'create function later() returns void language sql as $$ delete from note; drop table note; $$;',
    "insert into clearing_rule (rule_id) values ('x');",
    'alter table payment validate constraint payment_kind;',
  ])('may say %s', (sql) => {
    expect(faults(sql)).toEqual([]);
  });

  it.each([
    ['alter table payment drop column note;', /^drops a column/],
    ['alter table payment drop note;', /^drops a column/],
    ['ALTER TABLE Payment\n  ADD COLUMN a int,\n  DROP COLUMN IF EXISTS b;', /^drops a column/],
    ['alter table payment rename column note to text;', /^renames/],
    ['alter table payment rename to payments;', /^renames/],
    ['alter index by_note rename to by_text;', /^renames/],
    ['alter table only payment alter note set not null;', /^SET NOT NULL/],
    ['alter table payment alter column note set data type int;', /^changes a type/],
    ['alter table payment alter column "Note" type varchar(10) using left("Note", 10);', /^changes a type/],
    ['alter table payment add column note text not null;', /^a NOT NULL column without default/],
    ["alter table payment add note text check (note <> 'default x') not null;", /^a NOT NULL column without default/],
    ['drop table note;', /^drops what/],
    ['truncate payment;', /^takes away/],
    ["select pg_temp.for_service_roles('revoke delete on payment from %I');", /^takes away/],
    ['revoke execute on function seal_audit from public', /^takes away/],
    ['do $$ begin if true then alter table payment drop column note; end if; end $$;', /^drops a column/],
    ["do $$ begin execute 'drop table note'; end $$;", /^drops what/],
    ['lock table payment;', /^a lock/],
  ])('may not say %s', (sql, fault) => {
    expect(faults(sql)).toEqual([expect.stringMatching(fault)]);
    expect(faults(`-- checked: nobody has written such a row in years\n${sql}`)).toHaveLength(1);
    expect(faults(`-- contract: safe once no process older than 0.2.0 runs\n${sql}`)).toEqual([]);
    expect(faults(`-- contract: safe once no process older than 0.3.0 runs\n${sql}`)).toEqual([
      expect.stringMatching(/^processes older than 0\.3\.0 run .*the last release is 0\.2\.0: contract one release later$/),
    ]);
  });

  it.each([
    'create index by_note on payment (note);',
    'create unique index concurrently by_note on payment (note);',
    'drop index by_note;',
    'alter table payment add constraint payment_kind check (kind > 0) not valid;',
    'alter table payment add column id uuid default uuidv7();',
    'create trigger watch before insert on payment execute function watch();',
    'create or replace function watch() returns trigger language plpgsql as $$ begin return new; end $$;',
    "update payment set note = '';",
  ])('needs a reason to say %s', (sql) => {
    expect(faults(sql).length).toBeGreaterThan(0);
    expect(faults(`-- checked: the table has a row for each bank, never more\n${sql}`)).toEqual([]);
    expect(faults(`-- checked: yes\n${sql}`).length).toBeGreaterThan(0);
  });

  it('validates a constraint outside the transaction that adds it', () => {
    const sql =
      '-- checked: the last release writes nothing else\nalter table payment add constraint k check (a > 0) not valid;\nalter table payment validate constraint k;';
    expect(faults(sql)).toEqual([expect.stringMatching(/^a constraint is validated in the transaction/)]);
    expect(faults(`-- outside a transaction\n${sql}`)).toEqual([]);
  });
});
