import { postgresAddressOf, postgresUrlForm, type ServerRole } from '@open-banking/config';
import pg from 'pg';

/** How `DatabaseClient` reaches a database: one of these servers, which has the wanted role. */
export interface Servers {
  readonly connectionString: string;
  readonly servers: readonly string[];
  readonly wanted: ServerRole;
}

/** What a DATABASE_URL says, for `DatabaseClient` and for a pool of them. */
export function serversOf(url: string): Servers {
  const address = postgresAddressOf(url);
  if (!address) throw new Error(`A database URL must be ${postgresUrlForm}.`);
  return { connectionString: address.urls[0], servers: address.urls, wanted: address.wanted };
}

/**
 * What a tool adds to its connection: none of the time limits that a role may have for requests. Over a direct connection only;
 * PgBouncer refuses it.
 */
export const withoutTimeLimits = { options: '-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0' };

/** Where the next connection goes and logs in. It is told of a login that was refused, and says whether there is another one. */
export interface ConnectionSource {
  servers(): Servers;
  refuse(connectionString: string): void;
  readonly hasAnother: boolean;
}

/** `source` is asked anew for each connection; without it `servers` are those of all. */
type Options = pg.ClientConfig & Partial<Servers> & { readonly source?: ConnectionSource };

/** invalid_authorization_specification, invalid_password: the server refuses this role, or its password. */
const refusedLogins: readonly unknown[] = ['28000', '28P01'];

export const isLoginRefused = (error: unknown): boolean => refusedLogins.includes((error as { code?: unknown } | undefined)?.code);

interface Place {
  readonly host: string;
  readonly port: number;
}

/**
 * The server that the last connection has found, by the wanted role and the servers; and searches that are under way. Services of one process
 * that name the same servers share them: which one has a role is a fact of the servers.
 */
const lastFound = new Map<string, Place>();
const searches = new Map<string, Promise<Place>>();
const fromMemory = new WeakSet<object>();

/** Whether a connection went to a server that was remembered: the next one asks all of them. */
export const mayBeElsewhere = (error: unknown): boolean => typeof error === 'object' && error !== null && fromMemory.has(error);

type Connected = (error?: Error, ...more: unknown[]) => void;

interface Reported {
  readonly parameterName: string;
  readonly parameterValue: string;
}

interface ServerState {
  readonly standby: boolean;
  readonly readOnly: boolean;
}

const fits: Record<ServerRole, (server: ServerState) => boolean> = {
  any: () => true,
  'read-write': ({ readOnly }) => !readOnly,
  primary: ({ standby }) => !standby,
  'read-only': ({ readOnly }) => readOnly,
  standby: ({ standby }) => standby,
};

const usualMs = 5_000;

/**
 * A connection to one of several servers, which `pg` does not know: it asks all of them at once and connects to the first that
 * has the wanted role. A pool's next connections go there at once and check what the server reports of itself; where it is gone or has
 * another role now, all are asked again, so that after a failover a new primary is found. With one server and no wanted role it is a
 * connection of `pg` like any other.
 */
export class DatabaseClient extends pg.Client {
  readonly #options: Options;
  readonly #reported = new Map<string, string>();
  #fromMemory = false;

  constructor(options: Options = {}) {
    const chosen = { ...options, ...options.source?.servers() };
    super(chosen);
    this.#options = chosen;
  }

  // As of pg: with a callback or a promise.
  override connect(...given: unknown[]): never {
    const [callback] = given as [Connected?];
    if (!callback)
      return new Promise((resolve, reject) => {
        (this.connect as (connected: Connected) => void)((error) => {
          if (error) reject(error);
          else resolve(this);
        });
      }) as never;
    const connect = super.connect.bind(this) as (connected: Connected) => void;
    const done: Connected = (error, ...more) => {
      const problem = error ?? this.#unfit();
      this.#noteRefusal(problem);
      if (problem && !error) void this.end().catch(() => undefined);
      callback(problem, ...more);
    };
    const found = this.#found();
    return void (found ? found.then(() => connect(done), done) : connect(done)) as never;
  }

  /** Undefined where the server is known: there is one, or the connection before this one has found it. */
  #found(): Promise<void> | undefined {
    const { servers = [], wanted = 'any', source } = this.#options;
    if (servers.length < 2 && wanted === 'any') return undefined;
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Reported) =>
      this.#reported.set(parameterName, parameterValue),
    );
    const known = source && lastFound.get(this.#servers);
    if (!known) return this.#search(servers, wanted);
    this.#fromMemory = true;
    Object.assign(this, known);
    return undefined;
  }

  /** Connections that are made at the same time search together: after a fault all of a pool's are made anew. */
  async #search(servers: readonly string[], wanted: ServerRole): Promise<void> {
    const key = this.#servers;
    // One that began earlier may fail before this connection has had its time.
    const found = await searches.get(key)?.catch(() => undefined);
    if (found) return void Object.assign(this, found);
    const search = searches.get(key) ?? this.#choose(servers, wanted).finally(() => searches.delete(key));
    searches.set(key, search);
    Object.assign(this, await search);
  }

  /** PostgreSQL reports its role at the start of each connection, so that a server that is remembered need not be asked. */
  #unfit(): Error | undefined {
    const { servers = [], wanted = 'any', source } = this.#options;
    const standby = this.#reported.get('in_hot_standby');
    if (standby === undefined) return undefined;
    const isReadOnly = standby === 'on' || this.#reported.get('default_transaction_read_only') === 'on';
    if (!fits[wanted]({ standby: standby === 'on', readOnly: isReadOnly })) return noneFits(wanted, servers.length);
    if (source) lastFound.set(this.#servers, { host: this.host, port: this.port });
    return undefined;
  }

  get #servers(): string {
    const { servers = [], wanted = 'any' } = this.#options;
    return [wanted, ...servers].join(' ');
  }

  #noteRefusal(error: unknown): void {
    const { source, connectionString } = this.#options;
    if (isLoginRefused(error)) source?.refuse(connectionString!);
    if (!error || !this.#fromMemory) return;
    lastFound.delete(this.#servers);
    fromMemory.add(error);
  }

  async #choose(servers: readonly string[], wanted: ServerRole): Promise<Place> {
    const refusals: unknown[] = [];
    const asked = servers.map(async (url) => {
      const server = await this.#ask(url).catch((error: unknown) => {
        refusals.push(error);
        throw error;
      });
      if (fits[wanted](server)) return new pg.Client(url);
      throw new Error('not the wanted role');
    });
    const { host, port } = await Promise.any(asked).catch(() => {
      throw refusals.length === servers.length
        ? (refusals.find(isLoginRefused) ?? refusals[0])
        : (refusals.find(isLoginRefused) ?? noneFits(wanted, servers.length));
    });
    return { host, port };
  }

  async #ask(url: string): Promise<ServerState> {
    const { connectionTimeoutMillis = usualMs, statement_timeout, options } = this.#options;
    const probe = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis,
      query_timeout: connectionTimeoutMillis,
      ...(statement_timeout !== undefined && { statement_timeout }),
      ...(options !== undefined && { options }),
    });
    probe.on('error', () => undefined);
    try {
      await probe.connect();
      const { rows } = await probe.query<ServerState>(
        `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
      );
      return rows[0]!;
    } finally {
      void probe.end().catch(() => undefined);
    }
  }
}

// 57P03, cannot_connect_now: a failover may be under way, and waiting may help.
const noneFits = (wanted: ServerRole, count: number): Error =>
  Object.assign(new Error(`none of the ${count} servers is ${wanted} (target_session_attrs)`), { code: '57P03' });
