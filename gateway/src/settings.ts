import {
  type ClientCertForm,
  clientCertForms,
  type ForwardedHeader,
  forwardedHeaders,
  IsFlag,
  IsHost,
  IsNetworkList,
  IsOneOf,
  IsOriginList,
  IsText,
  IsWholeNumber,
  onlyWith,
  readAllSettings,
  Setting,
  settingsOf,
  settingWarnings,
  type SettingWarning,
  settingsPerService,
  valuesPerService,
} from '@open-banking/config';
import { IsOptional, ValidateIf } from '@open-banking/config/class-validator';
import { type Service } from '@open-banking/spec';
import { TracingSettings } from '@open-banking/telemetry/tracing';
import type { MetricsListener } from './metrics.js';
import type { TlsListener } from './tls.js';

const opensTls = ValidateIf(({ tlsPort }: GatewayVariables) => tlsPort !== undefined);
const replicas = 'Replicas of this service. A service without any is answered 503.';

const ReplicaUrls = settingsPerService<readonly string[], 'Url'>('Url', () => [Setting(replicas), IsOptional(), IsOriginList()]);

/** The gateway's settings, from its environment. */
export class GatewayVariables extends ReplicaUrls {
  @Setting('Port of the gateway; 0 takes any free one.')
  @IsWholeNumber(0, 65_535)
  readonly port: number = 8080;

  @Setting('Address the gateway listens on.')
  @IsHost()
  readonly host: string = '127.0.0.1';

  @Setting('Host name of the portal, where it has an origin of its own: nothing else is answered there, and the portal nowhere else.')
  @IsOptional()
  @IsHost()
  readonly portalHost?: string;

  @Setting(
    'Addresses (CIDR) of the proxies in front, whose FORWARDED_HEADER is trusted: its last address that is not one of them is the client. None by default.',
  )
  @IsNetworkList()
  readonly trustedProxies: readonly string[] = [];

  @Setting(
    'Addresses (CIDR) of proxies in front whose certificates of TLS clients are trusted: they check them, and remove the header from ' +
      'requests without one. None by default.',
  )
  @IsNetworkList()
  readonly clientCertProxies: readonly string[] = [];

  @Setting(
    'The form in which these proxies forward a certificate (docs/operators.md); services get it as RFC 9440 has it.',
    onlyWith('CLIENT_CERT_PROXIES'),
  )
  @IsOneOf(Object.keys(clientCertForms))
  readonly clientCertForm: ClientCertForm = 'rfc9440';
  @Setting(
    'The header in which those proxies name the client (`Forwarded`: RFC 7239). The other one is ignored and removed.',
    onlyWith('TRUSTED_PROXIES'),
  )
  @IsOneOf(forwardedHeaders)
  readonly forwardedHeader: ForwardedHeader = 'X-Forwarded-For';

  @Setting(
    'Whether connections of TRUSTED_PROXIES begin with the PROXY protocol, version 1 or 2: one that does not is closed. Connections of others never do.',
    onlyWith('TRUSTED_PROXIES'),
  )
  @IsFlag()
  readonly proxyProtocol: boolean = false;

  @Setting('Port of the listener that asks clients for certificates; 0 takes any free one. It needs the three PEM texts that follow.')
  @IsOptional()
  @IsWholeNumber(0, 65_535)
  readonly tlsPort?: number;

  @Setting('Port of `/metrics`; 0 takes any free one. Without it there are no metrics. Keep it from clients.')
  @IsOptional()
  @IsWholeNumber(0, 65_535)
  readonly metricsPort?: number;

  @Setting('Address that `/metrics` listens on.', onlyWith('METRICS_PORT'))
  @IsHost()
  readonly metricsHost: string = '127.0.0.1';

  @Setting("PEM text of the gateway's certificate, usually by TLS_CERTIFICATE_FILE.", onlyWith('TLS_PORT'))
  @opensTls
  @IsText()
  readonly tlsCertificate!: string;

  @Setting('PEM text of its private key, usually by TLS_KEY_FILE.', onlyWith('TLS_PORT'))
  @opensTls
  @IsText()
  readonly tlsKey!: string;

  @Setting('PEM text of the authority whose certificates clients may show, usually by TLS_CLIENT_CA_FILE.', onlyWith('TLS_PORT'))
  @opensTls
  @IsText()
  readonly tlsClientCa!: string;
}

export interface GatewaySettings {
  readonly metrics?: MetricsListener;
  readonly tracing: TracingSettings;
  readonly port: number;
  readonly host: string;
  readonly portalHost?: string;
  readonly trustedProxies: readonly string[];
  readonly clientCertProxies: readonly string[];
  readonly clientCertForm: ClientCertForm;
  readonly forwardedHeader: ForwardedHeader;
  readonly proxyProtocol: boolean;
  readonly tls?: TlsListener;
  readonly targets: Partial<Record<Service, readonly string[]>>;
}

const tlsOf = ({ tlsPort, tlsCertificate, tlsKey, tlsClientCa }: GatewayVariables): TlsListener | undefined =>
  tlsPort === undefined ? undefined : { port: tlsPort, certificate: tlsCertificate, privateKey: tlsKey, clientAuthority: tlsClientCa };

const originsOf = (urls: readonly string[]): string[] => urls.map((url) => new URL(url).origin);

/** Reads the gateway's settings. Throws one error that names every variable missing or malformed. */
export function readSettings(environment: NodeJS.ProcessEnv): GatewaySettings {
  const [given, tracing] = readAllSettings([GatewayVariables, TracingSettings], environment);
  const targets = valuesPerService<readonly string[], 'Url'>(given, 'Url');
  const routed = Object.entries(targets).filter(([, urls]) => urls.length > 0);
  if (routed.length === 0) {
    const variables = settingsOf(GatewayVariables).filter(({ about }) => about === replicas);
    throw new Error(`No service to route to: set at least one of ${variables.map(({ variable }) => variable).join(', ')}`);
  }
  const tls = tlsOf(given);
  return {
    tracing,
    port: given.port,
    host: given.host,
    trustedProxies: given.trustedProxies,
    clientCertProxies: given.clientCertProxies,
    clientCertForm: given.clientCertForm,
    forwardedHeader: given.forwardedHeader,
    proxyProtocol: given.proxyProtocol,
    ...(given.portalHost !== undefined && { portalHost: given.portalHost }),
    ...(tls && { tls }),
    ...(given.metricsPort !== undefined && { metrics: { port: given.metricsPort, host: given.metricsHost } }),
    targets: Object.fromEntries(routed.map(([service, urls]) => [service, originsOf(urls)])),
  };
}

/** The settings of the gateway that do not do what they are set for. */
export const gatewaySettingWarnings = (environment: NodeJS.ProcessEnv): SettingWarning[] =>
  settingWarnings([GatewayVariables, TracingSettings], environment);
