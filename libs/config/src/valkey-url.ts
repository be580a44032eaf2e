/** A node as a URL names it. */
export interface ValkeyNode {
  readonly host: string;
  readonly port: number;
}

/** The content of a VALKEY_URL. With Sentinels `nodes` are the Sentinels, and `primary` is the name under which they watch the server. */
export interface ValkeyAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster';
  readonly tls: boolean;
  readonly nodes: readonly ValkeyNode[];
  readonly username?: string;
  readonly password?: string;
  readonly primary?: string;
  readonly database: number;
}

/** The forms of a VALKEY_URL, for faults and docs/settings.md. */
export const valkeyUrlForm =
  'a URL such as valkey://[user:password@]host[:port][/database], valkey+sentinel://host:port,host:port/name[/database] or ' +
  'valkey+cluster://host:port,host:port, with valkeys in place of valkey for TLS';

const url = /^(?:valkey|redis)(s?)(?:\+(sentinel|cluster))?:\/\/(?:([^:@/?#\s]*):([^@/?#\s]*)@)?([^@/?#\s]+?)(?:\/([^?#\s]*))?$/;
const nodeForm = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?))(?::(\d{1,5}))?$/;
const usualPort = { server: 6_379, cluster: 6_379, sentinel: 26_379 };

/** Reads a VALKEY_URL; `redis` in its place means the same. Undefined where it has none of the forms. */
export function valkeyAddressOf(text: string): ValkeyAddress | undefined {
  const found = url.exec(text);
  if (!found) return undefined;
  const [, secure, suffix, user, password, hosts, path] = found;
  const kind = (suffix ?? 'server') as ValkeyAddress['kind'];
  const nodes = nodesOf(kind, hosts!);
  const place = databasePlace(kind, path ?? '');
  const credentials = credentialsOf(user, password);
  return nodes && place && credentials && { kind, tls: secure !== '', nodes, ...credentials, ...place };
}

function nodesOf(kind: ValkeyAddress['kind'], hosts: string): ValkeyNode[] | undefined {
  const nodes = hosts.split(',').map((node) => nodeOf(node, usualPort[kind]));
  const known = nodes.filter((node) => node !== undefined);
  return known.length < nodes.length || (kind === 'server' && nodes.length > 1) ? undefined : known;
}

function nodeOf(text: string, usual: number): ValkeyNode | undefined {
  const [matched, address, name, port] = nodeForm.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const number = port === undefined ? usual : Number(port);
  return number >= 1 && number <= 65_535 ? { host: (address ?? name)!, port: number } : undefined;
}

/** The part after the hosts: a database, the name of a primary and perhaps a database, or nothing. */
function databasePlace(kind: ValkeyAddress['kind'], path: string): Pick<ValkeyAddress, 'primary' | 'database'> | undefined {
  if (kind === 'cluster') return path === '' ? { database: 0 } : undefined;
  if (kind === 'server') return /^\d{0,3}$/.test(path) ? { database: Number(path) } : undefined;
  const [, primary, database = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(path) ?? [];
  return primary === undefined ? undefined : { primary, database: Number(database) };
}

/** User and password without their percent-encoding; undefined where that is malformed. */
function credentialsOf(user = '', password = ''): Pick<ValkeyAddress, 'username' | 'password'> | undefined {
  try {
    return { ...(user && { username: decodeURIComponent(user) }), ...(password && { password: decodeURIComponent(password) }) };
  } catch {
    return undefined;
  }
}
