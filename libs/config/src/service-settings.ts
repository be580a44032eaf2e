import { IsOptional } from './class-validator.js';
import { clientCertForms, type ClientCertForm } from './client-cert-form.js';
import { forwardedHeaders, type ForwardedHeader } from './forwarded-header.js';
import { profiles, type Profile } from './security-profile.js';
import {
  IsFlag,
  IsHost,
  IsHttpUrl,
  IsNetworkList,
  IsOneOf,
  IsOriginList,
  IsPostgresUrls,
  IsReadableFile,
  IsReadableFileList,
  IsReadableFolder,
  IsServers,
  IsText,
  IsTimeZone,
  IsValkeyUrl,
  IsWholeNumber,
  Setting,
} from './setting.decorator.js';
import { onlyWith } from './setting-needs.js';
import { settingsPerService } from './service-setting.js';
import { signaturePolicies, type SignaturePolicy } from './signature-policy.js';

const awayRules = ['share', 'refuse'] as const;
/** What a replica does with a request while the store of limits does not answer. */
export type AwayRule = (typeof awayRules)[number];

const faultRules = ['stop', 'set-aside'] as const;
/** What becomes of a feed in which a change cannot be applied. */
export type FaultRule = (typeof faultRules)[number];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const InternalUrls = settingsPerService<readonly string[], 'InternalUrl'>('InternalUrl', (service) => [
  Setting(`Internal addresses of the replicas of ${service}, or one address that all of them have.`),
  IsOptional(),
  IsOriginList(),
]);

/** What every service is told by its environment. Injectable. */
export class ServiceSettings extends InternalUrls {
  @Setting('Address the public port listens on.')
  @IsHost()
  readonly host: string = '127.0.0.1';

  @Setting('Public port; 0 takes any free one.')
  @IsWholeNumber(0, 65_535)
  readonly port: number = 0;

  @Setting('Address the internal port listens on. Never routed by a gateway.')
  @IsHost()
  readonly internalHost: string = '127.0.0.1';

  @Setting('Internal port: introspection, metrics, operator calls; 0 takes any free one.')
  @IsWholeNumber(0, 65_535)
  readonly internalPort: number = 0;

  @Setting('The one base URL that clients see, without a slash at its end.')
  @IsHttpUrl()
  readonly baseUrl: string = 'http://127.0.0.1:8080';

  @Setting(
    "The service's own database, as its service role (docs/postgresql.md). Each new connection reads DATABASE_URL_FILE again, so a new " +
      'password needs no restart (docs/rotation.md).',
  )
  @IsPostgresUrls()
  readonly databaseUrl!: string;

  @Setting(
    'PgBouncer (1.21 or newer, transaction mode) in front of the servers of DATABASE_URL: connections go there, and the service ' +
      'role has the time limits (docs/postgresql.md). Without it connections go to the servers.',
  )
  @IsOptional()
  @IsServers()
  readonly databasePooler?: string;

  @Setting(
    'A streaming standby of DATABASE_URL, or several: while it lags by less than a second, reads of accounts, balances, transactions, ' +
      'positions and orders are answered there if the customer is present (docs/standby-reads.md). Not behind PgBouncer.',
  )
  @IsOptional()
  @IsPostgresUrls()
  readonly databaseReadUrl?: string;

  @Setting('Most connections to the database, and as many to the standby of DATABASE_READ_URL.')
  @IsWholeNumber(1, 200)
  readonly poolSize: number = 10;

  @Setting('How long a connection to the database is used before another one replaces it, in seconds. It is closed when it is idle.')
  @IsWholeNumber(1, 86_400)
  readonly databaseConnectionSeconds: number = 600;

  @Setting(
    'How long one SQL statement may run, in milliseconds. Its connection waits 0.2 s longer; a server that has not answered ' +
      'by then is considered down. A request waits for the database and for other services for at most 0.3 s longer in all, but for at least 1.5 s.',
  )
  @IsWholeNumber(100, 60_000)
  readonly statementTimeoutMs: number = 1_200;

  @Setting('How long a statement may wait for a lock, in milliseconds.')
  @IsWholeNumber(50, 60_000)
  readonly lockTimeoutMs: number = 1_000;

  @Setting('How long a request waits for a connection to the database, in milliseconds.')
  @IsWholeNumber(50, 60_000)
  readonly connectTimeoutMs: number = 1_200;

  @Setting('How long a starting service waits for a database that does not answer yet or recovers from a crash, in milliseconds.', {
    previousVariable: 'START_PATIENCE_MS',
  })
  @IsWholeNumber(0, 900_000)
  readonly startTimeoutMs: number = 120_000;

  @Setting("Folder with this service's private key and the public keys of all callers of internal operations.")
  @IsReadableFolder()
  readonly keysDir!: string;

  @Setting("The bank's time zone: its days begin and end there.")
  @IsTimeZone()
  readonly timeZone: string = 'Asia/Jerusalem';

  @Setting(
    'What third parties must do at all issuers, and show with their tokens: `baseline`, `fapi2` (FAPI 2.0 Security Profile), or ' +
      '`fapi2-message-signing` (FAPI 2.0 Message Signing besides).',
  )
  @IsOneOf(profiles)
  readonly profile: Profile = 'baseline';

  @Setting(
    'Where clients reach the TLS listener that asks for their certificates; published as `mtls_endpoint_aliases`. Without it ' +
      'no client can use a certificate.',
    { needs: [{ anyOf: ['CLIENT_CERT_PROXIES'], otherwise: 'no certificate of a client is read' }] },
  )
  @IsOptional()
  @IsHttpUrl()
  readonly tlsBaseUrl?: string;

  @Setting(
    'Addresses (CIDR) of gateways whose `Client-Cert` is trusted: they check certificates, and strip the header ' +
      'from requests from outside. None by default.',
  )
  @IsNetworkList()
  readonly clientCertProxies: readonly string[] = [];

  @Setting(
    'The form in which these gateways forward a certificate: RFC 9440 (HAProxy, Caddy), `escaped-pem` (nginx, Envoy), `spaced-pem` (Apache), ' +
      '`xfcc` in `X-Forwarded-Client-Cert` (Envoy), or `traefik` in `X-Forwarded-Tls-Client-Cert` (docs/operators.md).',
    onlyWith('CLIENT_CERT_PROXIES'),
  )
  @IsOneOf(Object.keys(clientCertForms))
  readonly clientCertForm: ClientCertForm = 'rfc9440';

  @Setting('Addresses (CIDR) whose FORWARDED_HEADER is trusted; none by default.')
  @IsNetworkList()
  readonly trustedProxies: readonly string[] = [];

  @Setting(
    "The header in which those addresses name the client (`Forwarded`: RFC 7239). The bank's own gateways write X-Forwarded-For, whatever the proxy in front of them writes.",
    onlyWith('TRUSTED_PROXIES'),
  )
  @IsOneOf(forwardedHeaders)
  readonly forwardedHeader: ForwardedHeader = 'X-Forwarded-For';

  @Setting(
    'Signed requests (`Digest`, `Signature`, `TPP-Signature-Certificate`): ignored, verified where a request is signed, or ' +
      'required of every request with a token.',
  )
  @IsOneOf(signaturePolicies)
  readonly signedRequests: SignaturePolicy = 'verify-if-present';

  @Setting(
    'PEM file of the authorities whose certificates may sign requests: the issuers themselves, roots or not. Without it no ' +
      'certificate is accepted.',
  )
  @IsOptional()
  @IsReadableFile()
  readonly trustAnchorsFile?: string;

  @Setting(
    'PEM file of the authorities of the certificates that clients show over TLS, the same as the gateway has: their lists of ' +
      'revoked certificates count in addition to those of TRUST_ANCHORS_FILE. Their certificates sign no requests.',
    onlyWith('REVOCATION_LIST_FILES'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly tlsClientAnchorsFile?: string;

  @Setting(
    'PEM files of the lists of revoked certificates (CRL) that those authorities publish, for signed requests and for TLS ' +
      'connections; read again when they change. While a list is out of date the answer is 503.',
    onlyWith('TRUST_ANCHORS_FILE', 'TLS_CLIENT_ANCHORS_FILE'),
  )
  @IsReadableFileList()
  readonly revocationListFiles: readonly string[] = [];

  @Setting(
    'File of certificates this bank blocks, for signed requests and for TLS connections, one SHA-256 fingerprint a line; read ' +
      'again when it changes.',
    onlyWith('TRUST_ANCHORS_FILE', 'CLIENT_CERT_PROXIES'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly blockedCertificatesFile?: string;

  @Setting(
    "What a change of the bank's core that cannot be applied does (docs/feed.md): it stops its source, or is set aside and the source goes on.",
  )
  @IsOneOf(faultRules)
  readonly feedFaults: FaultRule = 'stop';

  @Setting('JSON file that replaces limits without a rebuild; read again when it changes (docs/operators.md).')
  @IsOptional()
  @IsReadableFile()
  readonly planFile?: string;

  @Setting(
    'The Valkey or Redis (7 or newer) in which all replicas of this service count their limits (docs/limits-over-replicas.md). ' +
      'Without it each replica counts in its own memory.',
  )
  @IsOptional()
  @IsValkeyUrl()
  readonly valkeyUrl?: string;

  @Setting(
    'PEM file of the authorities that may certify the server of VALKEY_URL; without it, those that Node.js trusts.',
    onlyWith('VALKEY_URL'),
  )
  @IsOptional()
  @IsReadableFile()
  readonly valkeyCaFile?: string;

  @Setting('Password of the Sentinels in VALKEY_URL, if they ask for one.', onlyWith('VALKEY_URL'))
  @IsOptional()
  @IsText()
  readonly valkeySentinelPassword?: string;

  @Setting(
    'How many replicas of this service count in VALKEY_URL: while it does not answer, each admits that part of a limit.',
    onlyWith('VALKEY_URL'),
  )
  @IsWholeNumber(1, 1_000)
  readonly replicas: number = 1;

  @Setting(
    'Reads and published metadata while VALKEY_URL does not answer: `share` admits the part of this replica in each limit, ' +
      '`refuse` answers 503.',
    onlyWith('VALKEY_URL'),
  )
  @IsOneOf(awayRules)
  readonly valkeyAwayReads: AwayRule = 'share';

  @Setting(
    'Writes and loan services while VALKEY_URL does not answer: `share` or `refuse`, as in VALKEY_AWAY_READS.',
    onlyWith('VALKEY_URL'),
  )
  @IsOneOf(awayRules)
  readonly valkeyAwayWrites: AwayRule = 'refuse';

  @Setting('Sandbox: demo customers, shown approval codes. Off by default.')
  @IsFlag()
  readonly sandbox: boolean = false;

  @Setting('The lowest level that is logged; `silent` logs nothing.')
  @IsOneOf(logLevels)
  readonly logLevel: (typeof logLevels)[number] = 'info';

  @Setting(
    'How long a service continues to answer after SIGTERM while `/health/ready` already answers 503, in milliseconds: longer ' +
      'than a gateway needs to send its requests elsewhere.',
  )
  @IsWholeNumber(0, 120_000)
  readonly drainMs: number = 5_000;

  @Setting('How long requests in flight may take to finish after `DRAIN_MS`, in milliseconds.')
  @IsWholeNumber(0, 120_000)
  readonly shutdownMs: number = 10_000;

  @Setting(
    'How often a service probes its own readiness for the availability report, in milliseconds. Five unanswered probes in a row ' +
      'are downtime: with 6000, five requests in 30 seconds (docs/availability.md).',
  )
  @IsWholeNumber(100, 60_000)
  readonly probeEveryMs: number = 6_000;

  @Setting(
    'The gateway as this service reaches it: each probe then also goes through the gateway, and a gateway that does not forward to ' +
      'this service counts as downtime. Without it only the service itself is probed.',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly probeGatewayUrl?: string;

  @Setting('How many months of booked entries the bank serves.')
  @IsWholeNumber(1, 240)
  readonly historyMonths: number = 24;
}
