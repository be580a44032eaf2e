import type { ClientCertForm, ForwardedHeader, Profile } from '@open-banking/config';
import type { Service } from '@open-banking/spec';
import type { Traces } from '@open-banking/telemetry/tracing';
import type { Databases } from '@open-banking/installation/databases';
import type { DemoBank } from './demo-data.js';
import type { Processes } from './processes.js';

/** The options that a bank is started with. */
export interface BankOptions {
  readonly dataDir: string;
  readonly port: number;
  /** The URL at which clients reach the gateway, when it is not `http://127.0.0.1:<port>`. */
  readonly baseUrl?: string;
  /** Addresses (CIDR) of the proxies in front, whose header the gateway trusts. */
  readonly trustedProxies?: readonly string[];
  /** Addresses (CIDR) of TLS fronts whose certificates of clients the gateway trusts, and the form in which they forward them. */
  readonly clientCertProxies?: readonly string[];
  readonly clientCertForm?: ClientCertForm;
  /** The header that they write. */
  readonly forwardedHeader?: ForwardedHeader;
  /** Their connections begin with the PROXY protocol. */
  readonly proxyProtocol?: boolean;
  /** Opens a second listener, which asks clients for certificates; 0 takes any free port. */
  readonly tlsPort?: number | undefined;
  readonly profile?: Profile;
  readonly demoBank: DemoBank;
  /** An existing server whose user may create databases and roles. */
  readonly databaseUrl?: string;
  /** Alternatively, one database per service. */
  readonly databaseUrls?: Databases;
  /** The databases of `databaseUrls` are copies of migrated ones, whose roles have their access. */
  readonly databasesAreMigrated?: boolean;
  /** Settings for all services, as environment variables. */
  readonly settings?: NodeJS.ProcessEnv;
  readonly services?: readonly Service[];
  /**
   * Whether this process hosts the services, or each has one of its own, as in production and by default; or those that have one, while
   * this process hosts the others. Only without replicas.
   */
  readonly processes?: Processes | readonly Service[];
  /** Logged first, once folder, ports and settings are known to be right. */
  readonly firstLine?: string;
  /** How many replicas of each service; one by default. Several count their limits in `valkeyUrl`, or in a server of the bank's own. */
  readonly replicas?: number;
  readonly valkeyUrl?: string | undefined;
  /** Records the requests of the gateway; by default nothing is recorded. */
  readonly traces?: Traces;
  /** Options of Node.js for the services. */
  readonly nodeFlags?: readonly string[];
  /** Restarts services that die. Otherwise the caller does. */
  readonly restarting?: boolean;
  /** Default: `~/.openbank/<port>.json`. */
  readonly operatorFile?: string;
  readonly postgresFlags?: readonly string[];
  /** Called before the bank's own PostgreSQL is stopped, when the services have ended. */
  readonly beforeDatabaseStops?: (adminUrl: string) => Promise<void>;
  /** Aborts the start and ends what was already started. */
  readonly signal?: AbortSignal;
  /** Receives a line for each step, and for each part that ends unexpectedly. */
  readonly log?: (line: string) => void;
}

/** Ends what was started, in reverse order. */
export type Cleanups = (() => unknown)[];
