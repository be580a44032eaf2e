import { choice, forms, integer, readSettings, text, url, type ValuesOf, profiles } from '@open-banking/config';
import { services, type Service } from '@open-banking/spec';
import { root } from './bank/folders.js';

/** What `npm start` and `nx serve` are told by their environment. What services are told goes through to them as it is. */
export const sandboxSettings = {
  port: integer('Port of the gateway: the one address clients use; 0 takes any free one.', { default: 8080, min: 0, max: 65_535 }),
  baseUrl: url('Where clients reach the gateway, where it is not http://127.0.0.1:<PORT>.', { required: false }),
  tlsPort: integer(
    "Port of a second listener, which asks clients for a certificate of the sandbox's authority; 0 takes any free one, without it there is none.",
    { required: false, min: 0, max: 65_535 },
  ),
  profile: choice('What third parties must do: `baseline`, or `fapi2` (FAPI 2.0 Security Profile).', { of: profiles, default: 'baseline' }),
  dataDir: text('Folder of database files, keys and logs.', { default: `${root}.data` }),
  databaseUrl: url('A PostgreSQL server to use instead of the embedded one; its user may create databases and roles.', {
    required: false,
    protocols: ['postgres', 'postgresql'],
  }),
  timeZone: text("The bank's time zone.", { default: 'Asia/Jerusalem', form: forms.timeZone }),
  customers: integer('How many customers the demo bank has when it is first made.', { default: 200, min: 1, max: 100_000 }),
  seed: text('What the demo bank is made from: the same seed and day give the same bank.', { default: '1' }),
};
export type SandboxSettings = ValuesOf<typeof sandboxSettings>;

/** Settings that are announced and not there yet: whoever counts on one is told, not served without it. */
const awaited: Readonly<Record<string, string>> = { REPLICAS: '1', VALKEY_URL: '' };

export function readSandboxSettings(environment: NodeJS.ProcessEnv = process.env): SandboxSettings {
  for (const [name, usual] of Object.entries(awaited)) {
    const given = environment[name];
    if (given && given !== usual) throw new Error(`${name}=${given} is not offered yet: leave ${name} out.`);
  }
  return readSettings(sandboxSettings, environment);
}

/** `CARDS_DATABASE_URL` and so on, one URL a service. All of them or none. */
export function databaseUrls(environment: NodeJS.ProcessEnv = process.env): Record<Service, string> | undefined {
  const named = services.map((service) => [service, `${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`] as const);
  const missing = named.filter(([, name]) => !environment[name]).map(([, name]) => name);
  if (missing.length === named.length) return undefined;
  const malformed = named
    .filter(([, name]) => environment[name] && !/^postgres(ql)?:$/.test(URL.parse(environment[name])?.protocol ?? ''))
    .map(([, name]) => name);
  if (malformed.length > 0)
    throw new Error(
      malformed.map((name) => `${name} must be a URL (postgres, postgresql): the database of that service alone.`).join('\n'),
    );
  if (missing.length > 0)
    throw new Error(
      `One database URL a service was begun and not finished: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    );
  return Object.fromEntries(named.map(([service, name]) => [service, environment[name]!])) as Record<Service, string>;
}
