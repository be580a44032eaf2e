import type { Service } from '@open-banking/spec';
import { ok, warning, type Finding } from './finding.js';
import { samplesOf } from './metric-samples.js';

const advice = 'Correct the name, set what it needs, or remove it: docs/settings.md.';

/** The settings that a running service has and that do not do what they are set for, as it reports them. */
export function settingsOfService(service: Service, metrics: string): Finding[] {
  const warnings = samplesOf(metrics, 'openbank_setting_warnings');
  if (warnings.length === 0) return [{ check: 'settings', subject: service, ...ok('each setting that is set has an effect') }];
  return warnings.map(({ labels }) => ({ check: 'settings', subject: service, ...warning(labels['text']!, advice) }));
}

/** The same for the environment of this command: what is set there, set by half, misspelled, or read by no program of this bank. */
export async function settingsOfCommand(services: readonly Service[], environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { allSettingWarnings } = await import('@open-banking/config');
  const warnings = allSettingWarnings(environment, ['services', ...services, 'gateway', 'npm start', 'prepare']);
  return warnings.map(({ text }) => ({ check: 'settings', subject: 'environment of this command', ...warning(text, advice) }));
}
