import { readFileSync } from 'node:fs';
import { services, type Service } from '@open-banking/spec';
import type { TlsListener } from './tls.js';

export interface GatewaySettings {
  readonly port: number;
  readonly host: string;
  readonly tls?: TlsListener;
  readonly targets: Partial<Record<Service, readonly string[]>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `cards` is set by `CARDS_URL`, `ais-pis` by `AIS_PIS_URL`. */
const settingOf = (service: Service) => `${service.toUpperCase().replaceAll('-', '_')}_URL`;

/** The value of a setting, or of the file that `<name>_FILE` names. */
const read = (environment: Environment, name: string): string | undefined => {
  const file = environment[`${name}_FILE`];
  return file ? contentOf(`${name}_FILE`, file).trim() : environment[name] || undefined;
};

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${name} must name a file that can be read, not "${file}" (${(error as NodeJS.ErrnoException).code})`, {
      cause: error,
    });
  }
}

function originsOf(name: string, value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const url = URL.parse(part);
      if (url?.protocol !== 'http:' || url.pathname !== '/')
        throw new Error(`${name}: "${part}" is not an origin such as http://127.0.0.1:3001`);
      return url.origin;
    });
}

/** TLS_PORT opens the listener that asks for certificates; it takes three PEM files. */
function tlsOf(environment: Environment): TlsListener | undefined {
  if (!environment['TLS_PORT']) return undefined;
  const port = portOf('TLS_PORT', environment['TLS_PORT']);
  const [certificate, privateKey, clientAuthority] = ['TLS_CERTIFICATE', 'TLS_KEY', 'TLS_CLIENT_CA'].map((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) throw new Error(`${name}_FILE is not set: TLS_PORT needs TLS_CERTIFICATE_FILE, TLS_KEY_FILE and TLS_CLIENT_CA_FILE`);
    return contentOf(`${name}_FILE`, file);
  }) as [string, string, string];
  return { port, certificate, privateKey, clientAuthority };
}

function portOf(name: string, value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name}: "${value}" is not a port`);
  return port;
}

/** PORT (default 8080), TLS_PORT (none), HOST (default 127.0.0.1), and for each service its replicas, separated by commas. A service left out is answered 503. */
export function readSettings(environment: Environment): GatewaySettings {
  const port = portOf('PORT', read(environment, 'PORT') ?? '8080');
  const tls = tlsOf(environment);
  const targets = Object.fromEntries(
    services.flatMap((service) => {
      const value = read(environment, settingOf(service));
      return value === undefined ? [] : [[service, originsOf(settingOf(service), value)]];
    }),
  );
  if (Object.keys(targets).length === 0)
    throw new Error(`No service to route to: set at least one of ${services.map(settingOf).join(', ')}`);
  return { port, host: read(environment, 'HOST') ?? '127.0.0.1', ...(tls && { tls }), targets };
}
