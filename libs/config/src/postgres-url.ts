/** Which of the servers in a URL a connection may use. */
export const serverRoles = ['any', 'read-write', 'primary', 'read-only', 'standby'] as const;
export type ServerRole = (typeof serverRoles)[number];

/** The content of a DATABASE_URL: one server, or several of which one has the wanted role. */
export interface PostgresAddress {
  /** A URL for each server, as `pg` takes it. */
  readonly urls: readonly [string, ...string[]];
  /** `target_session_attrs`, as libpq names it. */
  readonly wanted: ServerRole;
}

/** The forms of a DATABASE_URL, for faults and docs/settings.md. */
export const postgresUrlForm =
  'a URL such as postgres://role:password@host:port/database, for several servers ' +
  'postgres://role:password@host:port,host:port/database?target_session_attrs=read-write ' +
  `(or ${serverRoles.filter((role) => role !== 'read-write').join(', ')}); for TLS with sslmode=verify-full`;

const url = /^(postgres(?:ql)?:\/\/)(?:([^@/?#\s]*)@)?([^@/?#\s]*)(\/[^?#\s]*)?(?:\?([^#\s]*))?$/;
// The others of libpq connect without checking who answers, or mean something else to `pg` than to libpq.
const tlsModes: readonly (string | null)[] = [null, 'disable', 'verify-full'];

/** Reads a DATABASE_URL. Undefined where it has none of the forms. */
export function postgresAddressOf(text: string): PostgresAddress | undefined {
  const found = url.exec(text);
  if (!found) return undefined;
  const [, scheme, user, hosts, path = '', query] = found;
  const parameters = new URLSearchParams(query);
  const wanted = (parameters.get('target_session_attrs') ?? 'any') as ServerRole;
  if (!serverRoles.includes(wanted) || !tlsModes.includes(parameters.get('sslmode'))) return undefined;
  const kept = (query ?? '').split('&').filter((one) => one !== '' && !one.startsWith('target_session_attrs='));
  const suffix = `${path.replace(/\/$/, '')}${kept.length > 0 ? `?${kept.join('&')}` : ''}`;
  const urls = hosts!.split(',').map((host) => `${scheme}${user === undefined ? '' : `${user}@`}${host}${suffix}`);
  const [first, ...others] = urls;
  return urls.every((one) => URL.canParse(one)) ? { urls: [first!, ...others], wanted } : undefined;
}

/** The URLs of a DATABASE_URL or its file: one, or two on lines of their own while the password is being changed (docs/rotation.md). */
export const postgresUrlsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The servers of a DATABASE_URL as it names them: `host:port,host:port`. */
export const postgresHosts = (text: string): string => url.exec(text)?.[3] ?? '';

/** The role of a DATABASE_URL. */
export const postgresUser = (text: string): string => decodeURIComponent((url.exec(text)?.[2] ?? '').split(':')[0]!);

/** The same servers and parameters with another database and role. */
export function postgresUrlWith(text: string, { database, user, password }: Record<'database' | 'user' | 'password', string>): string {
  const [, scheme, , hosts, , query] = url.exec(text) ?? [];
  if (scheme === undefined) throw new Error(`A database URL must be ${postgresUrlForm}.`);
  const credentials = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return `${scheme}${credentials}@${hosts}/${encodeURIComponent(database)}${query === undefined ? '' : `?${query}`}`;
}

/** The same servers, database, role and parameters with another password. */
export const postgresUrlWithPassword = (text: string, password: string): string =>
  text.replace(url, (_, scheme: string, user = '', hosts: string, path = '', query?: string) =>
    [scheme, user.split(':')[0], ':', encodeURIComponent(password), '@', hosts, path, query === undefined ? '' : `?${query}`].join(''),
  );

/** The same database, role and parameters on other servers: `host:port,host:port`. */
export const postgresUrlAt = (text: string, hosts: string): string =>
  text.replace(url, (_, scheme: string, user?: string, __?: string, path = '', query?: string) =>
    [scheme, user === undefined ? '' : `${user}@`, hosts, path, query === undefined ? '' : `?${query}`].join(''),
  );
