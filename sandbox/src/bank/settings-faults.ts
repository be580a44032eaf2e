import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@open-banking/spec';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { hostService } from './hosted-service.js';
import type { LoadingService } from './service-process.js';

/** The faults that services find in their settings, before anything is made. */
export class FaultySettings extends Error {
  override readonly name = 'FaultySettings';
}

/** Throws one error with all that the services find wrong with their settings, in their words. */
export async function refuseFaultySettings(loading: readonly LoadingService[]): Promise<void> {
  const lines = await settingsFaults(loading);
  if (lines.length > 0) throw new FaultySettings(lines.join('\n'));
}

const settingsFaults = async (loading: readonly LoadingService[]): Promise<readonly string[]> => [
  ...new Set((await Promise.all(loading.map(({ faults }) => faults))).flat()),
];

/**
 * Reads the settings of this process. Where some are wrong, the services are asked for theirs too, so that one error names all: no bank can
 * be started to ask them, and what they log until then goes to a folder that is removed.
 */
export async function readOrNameAllFaults<T>(read: () => T, settings: NodeJS.ProcessEnv): Promise<T> {
  try {
    return read();
  } catch (error) {
    const own = (error as Error).message.split('\n');
    const named = new Set(own.map(variableIn));
    // A setting that both read is reported once, in our words.
    const others = (await askServices(settings)).filter((line) => !named.has(variableIn(line)));
    throw new FaultySettings([...own, ...others].join('\n'), { cause: error });
  }
}

const variableIn = (line: string): string => line.split(' ', 1)[0]!;

async function askServices(settings: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folder = openDataFolder(mkdtempSync(join(tmpdir(), 'open-banking-settings-')));
  // In this process, which then ends: seven of their own took twice the processor time.
  const loading = services.map((service) => hostService(service, folder, settings));
  try {
    return await settingsFaults(loading);
  } finally {
    await Promise.all(loading.map((service) => service.stop()));
    rmSync(folder.path, { recursive: true, force: true });
  }
}
