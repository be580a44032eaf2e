import { issuerSettings } from '@open-banking/issuer';
import { variableOf, type Setting, type Settings, serviceSettings } from '@open-banking/config';
import { services } from '@open-banking/spec';
import { page, table, type GeneratedFile } from '../generated-file.js';
import { settingsOf } from '../handlers.js';

const shown = (value: unknown): string =>
  value === undefined
    ? ''
    : typeof value === 'boolean'
      ? `\`${Number(value)}\``
      : Array.isArray(value)
        ? value.join(', ')
        : `\`${String(value)}\``;

const fallback = ({ required, default: value }: Setting<unknown>): string => (required ? 'must be set' : shown(value));

const rowsOf = (settings: Settings): string[][] =>
  Object.entries(settings).map(([name, setting]) => [`\`${variableOf(name)}\``, setting.form, fallback(setting), setting.about]);

const besides = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !(name in serviceSettings)));

const section = (title: string, settings: Settings): string[] =>
  Object.keys(settings).length === 0 ? [] : ['', `## ${title}`, '', ...table(['Variable', 'Form', 'Default', 'Meaning'], rowsOf(settings))];

export async function settingsPage(): Promise<GeneratedFile> {
  const own = await Promise.all(
    services.map(async (service) => section(`Besides, \`apps/${service}\``, besides(await settingsOf(service)))),
  );
  return page('docs/settings.md', 'the settings of the services (their settings.ts)', [
    '# Settings',
    '',
    'Settings are environment variables. Each can also be read from a file: `DATABASE_URL_FILE=/run/secrets/url` instead of `DATABASE_URL`. A service with a setting missing or malformed does not start; it names all of them at once.',
    ...section('Every service', serviceSettings),
    ...section('Besides, services that issue tokens (`ais-pis`, `mandates`)', besides(issuerSettings)),
    ...own.flat(),
  ]);
}
