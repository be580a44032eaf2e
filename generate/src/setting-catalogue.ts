import { defaultTextOf, ServiceSettings, settingsOf, type CataloguedSetting, type SettingsClass } from '@open-banking/config';
import { GatewayVariables } from '@open-banking/gateway/settings';
import { PrepareSettings } from '@open-banking/installation/prepare-settings';
import { OwnerDatabaseUrls, ServiceDatabaseUrls } from '@open-banking/installation/database-settings';
import { SandboxSettings } from '@open-banking/sandbox/settings';
import { services } from '@open-banking/spec';
import { TracingSettings } from '@open-banking/telemetry/tracing';
import type { GeneratedFile } from './generated-file.js';
import { ownSettingsOf } from './handlers.js';

/** The classes of settings of each program. */
async function settingsPerProgram(): Promise<[program: string, shapes: readonly SettingsClass[]][]> {
  const ofServices = services.map(async (service): Promise<[string, readonly SettingsClass[]]> => [
    service,
    [ServiceSettings, TracingSettings, ...(await ownSettingsOf(service))],
  ]);
  return [
    ...(await Promise.all(ofServices)),
    ['gateway', [GatewayVariables, TracingSettings]],
    ['npm start', [SandboxSettings, TracingSettings, ServiceDatabaseUrls, OwnerDatabaseUrls]],
    ['prepare', [PrepareSettings, ServiceDatabaseUrls, OwnerDatabaseUrls]],
  ];
}

const inShort = (programs: readonly string[]): string[] =>
  services.every((service) => programs.includes(service))
    ? ['services', ...programs.filter((program) => !(services as readonly string[]).includes(program))]
    : [...programs];

/** All settings of all programs. Programs whose setting has another default or needs something else have rows of their own. */
export async function settingCatalogue(): Promise<CataloguedSetting[]> {
  const rows = new Map<string, CataloguedSetting & { usedBy: string[] }>();
  for (const [program, shapes] of await settingsPerProgram())
    for (const { variable, previousVariable, needs, default: value } of shapes.flatMap(settingsOf)) {
      // The folder of the sources differs between machines; no default of a path decides what is set.
      const defaultText = variable === 'DATA_DIR' ? undefined : defaultTextOf(value);
      const facts = {
        variable,
        ...(previousVariable && { previousVariable }),
        ...(defaultText && { defaultText }),
        ...(needs && { needs }),
      };
      const row = rows.get(JSON.stringify(facts)) ?? { ...facts, usedBy: [] };
      rows.set(JSON.stringify(facts), row);
      if (!row.usedBy.includes(program)) row.usedBy.push(program);
    }
  return [...rows.values()].map((row) => ({ ...row, usedBy: inShort(row.usedBy) }));
}

/** A plain list in libs/config, so that each program knows the settings of all others, and imports none of them. */
export async function settingCatalogueFile(): Promise<GeneratedFile> {
  const rows = (await settingCatalogue()).map((row) => `  ${literal(row)},`);
  return {
    path: 'libs/config/src/setting-catalogue.ts',
    content: `// Written by \`npm run generate\` from the classes of settings of all programs. Change that, not this.
import type { CataloguedSetting } from './setting-needs.js';

/** All settings of all programs. */
// prettier-ignore
export const settingCatalogue: readonly CataloguedSetting[] = [
${rows.join('\n')}
];
`,
  };
}

const literal = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(literal).join(', ')}]`
    : typeof value === 'object' && value !== null
      ? `{ ${Object.entries(value)
          .map(([name, one]) => `${name}: ${literal(one)}`)
          .join(', ')} }`
      : typeof value === 'string' && !value.includes("'")
        ? `'${value}'`
        : JSON.stringify(value);
