import { once } from 'node:events';
import type { ServiceDefinition } from './serve.js';

/** A process that is started with this waits for the rest of its settings; not for operators. */
const waits = 'SETTINGS_OF_PARENT';

/** The parent's message: environment variables. */
interface SettingsMessage {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The settings of a process: its environment, and what its parent sends. The sandbox starts services before it knows all their settings, so
 * that they load their code while the database opens. It sends twice: first the secrets, which the environment of a process would show, and
 * is told what is wrong with the settings so far and with the files that they name; then, once the databases are open, the rest. The
 * process ends with its parent.
 */
export async function settingsOfParent({ faultsIn }: Pick<ServiceDefinition, 'faultsIn'>): Promise<NodeJS.ProcessEnv> {
  if (process.env[waits] === undefined || !process.send) return process.env;
  const end = (): void => {
    process.exit(0);
  };
  process.once('disconnect', end);
  const environment = { ...process.env, ...(await nextSettings()) };
  process.send({ faults: faultsIn(environment) });
  Object.assign(environment, await nextSettings());
  process.off('disconnect', end);
  return environment;
}

async function nextSettings(): Promise<NodeJS.ProcessEnv> {
  const [{ environment }] = (await once(process, 'message')) as [SettingsMessage];
  return environment;
}
