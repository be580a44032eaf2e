import { profiles } from './security-profile.js';
import { forms } from './setting-forms.js';
import { choice, flag, integer, list, text, url, type ValuesOf } from './settings.js';
import { signaturePolicies } from './signature-policy.js';
import { services } from '@open-banking/spec';

/** Where each service's internal port is; needed for those a service calls. */
const internalUrls = Object.fromEntries(
  services.map((service) => [
    `${service.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}InternalUrl`,
    url(`Internal address of ${service}.`, { required: false }),
  ]),
) as Record<
  | 'aisPisInternalUrl'
  | 'savingsLoansInternalUrl'
  | 'mandatesInternalUrl'
  | 'securitiesInternalUrl'
  | 'cardsInternalUrl'
  | 'loanServicesInternalUrl',
  ReturnType<typeof url>
>;

/** What every service is told by its environment. */
export const serviceSettings = {
  host: text('Address the public port listens on.', { default: '127.0.0.1', form: forms.host }),
  port: integer('Public port; 0 takes any free one.', { default: 0, min: 0, max: 65_535 }),
  internalHost: text('Address the internal port listens on. Never routed by a gateway.', { default: '127.0.0.1', form: forms.host }),
  internalPort: integer('Internal port: introspection, metrics, operator calls; 0 takes any free one.', {
    default: 0,
    min: 0,
    max: 65_535,
  }),
  baseUrl: url('The one base URL that clients see, without a slash at its end.', { default: 'http://127.0.0.1:8080' }),
  databaseUrl: url("The service's own database, as its service role: postgres://role:password@host:port/database.", {
    required: true,
    protocols: ['postgres', 'postgresql'],
  }),
  poolSize: integer('Connections to the database at most.', { default: 10, min: 1, max: 200 }),
  statementTimeoutMs: integer(
    'How long one SQL statement may run, in milliseconds. Its connection waits 0.2 s longer; a server that has not answered by then is taken for gone.',
    { default: 1_200, min: 100, max: 60_000 },
  ),
  lockTimeoutMs: integer('How long a statement may wait for a lock, in milliseconds.', { default: 1_000, min: 50, max: 60_000 }),
  connectTimeoutMs: integer('How long a request waits for a connection to the database, in milliseconds.', {
    default: 1_200,
    min: 50,
    max: 60_000,
  }),
  startPatienceMs: integer(
    'How long a service that starts waits for a database that does not answer yet, or recovers from a crash, in milliseconds.',
    { default: 120_000, min: 0, max: 900_000 },
  ),
  keysDir: text("Folder with this service's private key and the public keys of all callers of internal operations.", {
    required: true,
    form: forms.folder,
  }),
  timeZone: text("The bank's time zone: its days begin and end there.", { default: 'Asia/Jerusalem', form: forms.timeZone }),
  profile: choice(
    'What third parties must do at all issuers, and show with their tokens: `baseline`, or `fapi2` (FAPI 2.0 Security Profile).',
    { of: profiles, default: 'baseline' },
  ),
  tlsBaseUrl: url(
    'Where clients reach the TLS listener that asks for their certificates; published as `mtls_endpoint_aliases`. Without it nobody can use a certificate.',
    { required: false },
  ),
  clientCertProxies: list(
    'Addresses (CIDR) of gateways whose `Client-Cert` (RFC 9440) is believed: they check certificates, and strip the header from what comes from outside. None by default.',
    { form: forms.network },
  ),
  trustedProxies: list('Addresses (CIDR) whose X-Forwarded-For is believed; none by default.', { form: forms.network }),
  signedRequests: choice(
    'Signed requests (`Digest`, `Signature`, `TPP-Signature-Certificate`): not looked at, verified where a request is signed, or required of every request with a token.',
    { of: signaturePolicies, default: 'verify-if-present' },
  ),
  trustAnchorsFile: text(
    'PEM file of the authorities whose certificates may sign requests: the issuers themselves, roots or not. Without it no certificate is accepted.',
    { required: false, form: forms.file },
  ),
  tlsClientAnchorsFile: text(
    'PEM file of the authorities of the certificates that clients show over TLS, as the gateway has it: lists of revoked certificates that they publish count besides those of TRUST_ANCHORS_FILE. Their certificates sign no requests.',
    { required: false, form: forms.file },
  ),
  revocationListFiles: list(
    'PEM files of the lists of revoked certificates (CRL) that those authorities publish, for signed requests and for TLS connections; read again when they change. One out of date is answered 503.',
    { form: forms.file },
  ),
  blockedCertificatesFile: text(
    'File of certificates this bank blocks, for signed requests and for TLS connections, one SHA-256 fingerprint a line; read again when it changes.',
    { required: false, form: forms.file },
  ),
  planFile: text('JSON file that replaces limits without a rebuild (docs/operators.md).', { required: false, form: forms.file }),
  sandbox: flag('Sandbox: demo customers, shown approval codes. Off by default.'),
  logLevel: choice('What is written of what happens; `silent` is nothing.', {
    of: ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
    default: 'info',
  }),
  drainMs: integer(
    'How long a service goes on answering after SIGTERM while `/health/ready` already says 503, in milliseconds: longer than a gateway needs to send its requests elsewhere.',
    { default: 5_000, min: 0, max: 120_000 },
  ),
  shutdownMs: integer('How long requests in flight may take to finish after `DRAIN_MS`, in milliseconds.', {
    default: 10_000,
    min: 0,
    max: 120_000,
  }),
  historyMonths: integer('How many months of booked entries the bank serves.', { default: 24, min: 1, max: 240 }),
  ...internalUrls,
};

/** The values of `serviceSettings`, injectable: `@Inject(SETTINGS)`. */
export const SETTINGS = Symbol('open-banking:settings');
export type ServiceSettings = ValuesOf<typeof serviceSettings>;
