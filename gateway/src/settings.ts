import { readFileSync } from 'node:fs';
import { services, type Service } from '@open-banking/spec';

export interface GatewaySettings { readonly port: number; readonly host: string; readonly targets: Partial<Record<Service, readonly string[]>> }

type Environment = Readonly<Record<string, string | undefined>>;

/** `cards` is set by `CARDS_URL`, `ais-pis` by `AIS_PIS_URL`. */
const settingOf = (service: Service) => `${service.toUpperCase().replaceAll('-', '_')}_URL`;

/** The value of a setting, or of the file that `<name>_FILE` names. */
const read = (environment: Environment, name: string): string | undefined => {
  const file = environment[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : environment[name] || undefined;
};

function originsOf(name: string, value: string): string[] {
  return value.split(',').map((part) => part.trim()).filter(Boolean).map((part) => {
    const url = URL.parse(part);
    if (url?.protocol !== 'http:' || url.pathname !== '/') throw new Error(`${name}: "${part}" is not an origin such as http://127.0.0.1:3001`);
    return url.origin;
  });
}

/** PORT (default 8080), HOST (default 127.0.0.1), and for each service its replicas, separated by commas. A service left out is answered 503. */
export function readSettings(environment: Environment): GatewaySettings {
  const port = Number(read(environment, 'PORT') ?? 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT: "${read(environment, 'PORT')}" is not a port`);
  const targets = Object.fromEntries(services.flatMap((service) => {
    const value = read(environment, settingOf(service));
    return value === undefined ? [] : [[service, originsOf(settingOf(service), value)]];
  }));
  if (Object.keys(targets).length === 0) throw new Error(`No service to route to: set at least one of ${services.map(settingOf).join(', ')}`);
  return { port, host: read(environment, 'HOST') ?? '127.0.0.1', targets };
}
