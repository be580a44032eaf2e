import { IssuingSettings } from '@open-banking/issuer';
import { ServiceSettings, settingsOf, type SettingFacts, type SettingsClass } from '@open-banking/config';
import { services } from '@open-banking/spec';
import { TracingSettings } from '@open-banking/telemetry/tracing';
import { page, table, type GeneratedFile } from '../generated-file.js';
import { ownSettingsOf } from '../handlers.js';

const shown = (value: unknown): string =>
  value === undefined
    ? ''
    : typeof value === 'boolean'
      ? `\`${Number(value)}\``
      : Array.isArray(value)
        ? value.join(', ')
        : `\`${String(value)}\``;

/** The sentence of what a setting needs, unless its own already names that. */
const needed = ({ needs = [], about }: SettingFacts): string =>
  needs
    .filter(({ anyOf, value }) => value === undefined && !anyOf.some((one) => about.includes(one)))
    .map(({ anyOf }) => ` Only with ${anyOf.map((one) => `\`${one}\``).join(' or ')}.`)
    .join('');

const settingRow = (setting: SettingFacts): string[] => {
  const { variable, previousVariable, form, required, default: value } = setting;
  const about = `${setting.about}${needed(setting)}`;
  return [
    `\`${variable}\``,
    form,
    required ? 'must be set' : shown(value),
    previousVariable === undefined ? about : `${about} Previously \`${previousVariable}\`, which still works in this release.`,
  ];
};

/** The settings of these classes, each variable once. */
const settingFacts = (classes: readonly SettingsClass[]): SettingFacts[] => [
  ...new Map(classes.flatMap(settingsOf).map((facts) => [facts.variable, facts])).values(),
];

const section = (title: string, classes: readonly SettingsClass[]): string[] =>
  classes.length === 0
    ? []
    : ['', `## ${title}`, '', ...table(['Variable', 'Form', 'Default', 'Meaning'], settingFacts(classes).map(settingRow))];

export async function settingsPage(): Promise<GeneratedFile> {
  const own = await Promise.all(
    services.map(async (service) => {
      const classes = await ownSettingsOf(service);
      return section(
        `Besides, \`apps/${service}\``,
        classes.filter((one) => one !== IssuingSettings),
      );
    }),
  );
  return page('docs/settings.md', 'the classes of settings of the services (their settings.ts)', [
    '# Settings',
    '',
    'Settings are environment variables. Each can also be read from a file: `DATABASE_URL_FILE=/run/secrets/url` instead of `DATABASE_URL`. A service with a setting missing or malformed does not start, nor one whose `PLAN_FILE`, `PAYMENT_PRODUCTS_FILE` or `THEME_FILE` names a wrong file; it names all faults at once. `npm start` asks all services before it makes a bank.',
    ...section('Every service', [ServiceSettings]),
    ...section('Traces: every service and the Node gateway', [TracingSettings]),
    ...section('Besides, services that issue tokens (`ais-pis`, `mandates`)', [IssuingSettings]),
    ...own.flat(),
  ]);
}
