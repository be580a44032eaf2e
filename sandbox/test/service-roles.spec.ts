import { asAdmin } from '@open-banking/database';
import { services, type Service } from '@open-banking/spec';
import { runningBank, until } from '@open-banking/testing';

/** How a role could change what it may do: by what it owns here, by an attribute of its own, or by where it may create. */
const powers = /* sql */ `
  select r.rolname as role,
    r.rolsuper or r.rolcreatedb or r.rolcreaterole or r.rolbypassrls or r.rolreplication as "hasAttributes",
    (select count(*)::int from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o') as owned,
    (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
    (select count(*)::int from pg_namespace n where has_schema_privilege(r.oid, n.oid, 'create')) as "schemasToCreateIn",
    has_database_privilege(r.oid, current_database(), 'create') as "createsSchemas"
  from pg_roles r
  where r.rolname = any ($1)
`;
const none = { hasAttributes: false, owned: 0, memberships: 0, schemasToCreateIn: 0, createsSchemas: false };

describe('the role with which a service is connected', () => {
  const bank = runningBank(services);

  /** The roles of the connections to a service's database, as the server lists them, without those of owners and of the server's own user. */
  const connected = (service: Service, owner: string): Promise<string[]> =>
    asAdmin(bank.facts.adminUrl, async (admin) => {
      const { rows } = await admin.query<{ role: string }>(
        `select distinct usename as role from pg_stat_activity join pg_roles on rolname = usename
         where datname = $1 and usename <> $2 and not rolsuper`,
        [new URL(bank.facts.ownerUrls[service]).pathname.slice(1), owner],
      );
      return rows.map(({ role }) => role);
    });

  it.each(services)('of %s owns nothing and may create nothing; another role owns its database', async (service) => {
    const owner = decodeURIComponent(new URL(bank.facts.ownerUrls[service]).username);
    let roles: string[] = [];
    await until('the service is connected', async () => (roles = await connected(service, owner)).length > 0);
    const database = bank.database(service);
    expect((await database.query(powers, [roles])).rows).toEqual(roles.map((role) => ({ role, ...none })));
    const { rows: owning } = await database.query<{ owned: number; schemasToCreateIn: number }>(powers, [[owner]]);
    expect(owning[0]!.owned).toBeGreaterThan(5);
    expect(owning[0]!.schemasToCreateIn).toBeGreaterThan(0);
  });
});
