import {
  type ClientCertForm,
  clientCertForms,
  type ForwardedHeader,
  forwardedHeaders,
  IsFlag,
  IsHttpUrl,
  IsNetworkList,
  IsOneOf,
  IsPostgresUrl,
  IsText,
  IsTimeZone,
  IsWholeNumber,
  onlyWith,
  type Profile,
  profiles,
  readAllSettings,
  readSettings,
  Setting,
  settingsOf,
  settingWarnings,
} from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';
import { TracingSettings } from '@open-banking/telemetry/tracing';
import { root } from '@open-banking/database/migration-folders';
import { databaseUrls, OwnerDatabaseUrls, ServiceDatabaseUrls } from '@open-banking/installation/database-settings';
import type { Databases } from '@open-banking/installation/databases';
import { replacedSettings } from './bank/service-environment.js';

const loginWays = ['password', 'provider'] as const;
export type LoginWay = (typeof loginWays)[number];

/** The settings of `npm start` and `nx serve`, from their environment. Those of services are passed on unchanged. */
export class SandboxSettings {
  @Setting('Port of the gateway: the one address clients use; 0 takes any free one.')
  @IsWholeNumber(0, 65_535)
  readonly port: number = 8080;

  @Setting('Where clients reach the gateway, where it is not http://127.0.0.1:<PORT>: an https URL where a TLS front stands before it.')
  @IsOptional()
  @IsHttpUrl()
  readonly baseUrl?: string;

  @Setting(
    'Addresses (CIDR) of the proxies in front, whose FORWARDED_HEADER the gateway trusts; without it all clients behind a proxy share its limits.',
  )
  @IsNetworkList()
  readonly trustedProxies: readonly string[] = [];

  @Setting(
    'The header in which those proxies name the client (`Forwarded`: RFC 7239). The other one is ignored and removed.',
    onlyWith('TRUSTED_PROXIES'),
  )
  @IsOneOf(forwardedHeaders)
  readonly forwardedHeader: ForwardedHeader = 'X-Forwarded-For';

  @Setting('Whether connections of TRUSTED_PROXIES begin with the PROXY protocol, version 1 or 2.', onlyWith('TRUSTED_PROXIES'))
  @IsFlag()
  readonly proxyProtocol: boolean = false;

  @Setting(
    'Addresses (CIDR) of TLS fronts whose certificates of clients the gateway trusts: they check them, and remove the header from ' +
      'requests without one. None by default.',
  )
  @IsNetworkList()
  readonly clientCertProxies: readonly string[] = [];

  @Setting('The form in which these fronts forward a certificate (docs/operators.md).', onlyWith('CLIENT_CERT_PROXIES'))
  @IsOneOf(Object.keys(clientCertForms))
  readonly clientCertForm: ClientCertForm = 'rfc9440';

  @Setting(
    "Port of a second listener, which asks clients for a certificate of the sandbox's authority; 0 takes any free one. Without it there is no such listener.",
  )
  @IsOptional()
  @IsWholeNumber(0, 65_535)
  readonly tlsPort?: number;

  @Setting(
    'What third parties must do: `baseline`, or `fapi2` (FAPI 2.0 Security Profile), or `fapi2-message-signing` (with FAPI 2.0 Message Signing).',
  )
  @IsOneOf(profiles)
  readonly profile: Profile = 'baseline';

  @Setting(
    'Where customers sign in: `password`, on the pages of the bank, or `provider`, at an OpenID provider that `npm start` plays in a process of its own (docs/login.md).',
  )
  @IsOneOf(loginWays)
  readonly login: LoginWay = 'password';

  @Setting('Folder of database files, keys and logs.')
  @IsText()
  readonly dataDir: string = `${root}.data`;

  @Setting('A PostgreSQL server to use instead of the embedded one; its user may create databases and roles.')
  @IsOptional()
  @IsPostgresUrl()
  readonly databaseUrl?: string;

  @Setting("The bank's time zone.")
  @IsTimeZone()
  readonly timeZone: string = 'Asia/Jerusalem';

  @Setting('How many customers the demo bank has when it is first made.')
  @IsWholeNumber(1, 100_000)
  readonly customers: number = 200;

  @Setting('What the demo bank is made from: the same seed and day give the same bank.')
  @IsText()
  readonly seed: string = '1';

  @Setting('How many replicas of each service `npm start` runs. Several count their limits in VALKEY_URL, or in a server that it starts.')
  @IsWholeNumber(1, 5)
  readonly replicas: number = 1;

  @Setting(
    'Where `npm start` runs its services: `one`, all of them and the gateway in one process, or `separate`, each in a process of its own, as it is wherever REPLICAS is above 1 or BASE_URL names another machine.',
  )
  @IsOneOf(['one', 'separate'])
  readonly processes: 'one' | 'separate' = 'one';

  @Setting('A running Valkey or Redis in which replicas count their limits.')
  @IsOptional()
  @IsText()
  readonly valkeyUrl?: string;

  @Setting(
    'How customers approve: with a code that the pages show, or in an app that `npm start` plays on a page of its own (docs/customer-pages.md).',
  )
  @IsOneOf(['code', 'app'])
  readonly approval: 'code' | 'app' = 'code';

  @Setting('Port at which a debugger attaches to the service that `nx serve` runs. The service then runs unbundled, with its sources.')
  @IsOptional()
  @IsWholeNumber(1, 65_535)
  readonly inspect?: number;
}

export const readSandboxSettings = (environment: NodeJS.ProcessEnv = process.env): SandboxSettings =>
  readSettings(SandboxSettings, environment);

const shapesOfStart = [SandboxSettings, TracingSettings, ServiceDatabaseUrls, OwnerDatabaseUrls] as const;

/** The settings of `npm start` that do not do what they are set for, a sentence each; the services report theirs. */
export function startSettingWarnings(environment: NodeJS.ProcessEnv = process.env): string[] {
  const own = shapesOfStart.flatMap((shape) => settingsOf(shape)).map(({ variable }) => variable);
  return [
    ...settingWarnings(shapesOfStart, environment).map(({ text }) => text),
    ...replacedSettings(own, environment).map((name) => `${name} is set and not used: npm start sets it itself`),
  ];
}

/** Reads the settings of `npm start`. Throws one error that names every setting malformed. */
export function readStartSettings(environment: NodeJS.ProcessEnv = process.env): {
  readonly settings: SandboxSettings;
  readonly tracing: TracingSettings;
  readonly databaseUrls: Databases | undefined;
} {
  const [settings, tracing] = readAllSettings(shapesOfStart, environment);
  return { settings, tracing, databaseUrls: databaseUrls(environment) };
}
