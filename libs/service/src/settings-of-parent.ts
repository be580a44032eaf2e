import { once } from 'node:events';
import { faultsOfSet, type FileReaders, type SettingsClass } from '@open-banking/config';

/** A process that is started with this waits for the rest of its settings; not for operators. */
const waits = 'SETTINGS_OF_PARENT';

/** What the parent sends: environment variables. */
interface Sent {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The sandbox starts services before it knows all their settings, so that they load their code while the database opens. The parent sends twice:
 * first the secrets, which the environment of a process would show, and is told what is wrong with the settings so far and with the files that
 * they name; then, once the databases are open, the rest. The process ends with its parent.
 */
export async function settingsOfParent(shapes: readonly SettingsClass[], readers: FileReaders): Promise<void> {
  if (process.env[waits] === undefined || !process.send) return;
  const end = (): void => {
    process.exit(0);
  };
  process.once('disconnect', end);
  await nextSettings();
  process.send({ faults: faultsOfSet(shapes, process.env, readers) });
  await nextSettings();
  process.off('disconnect', end);
}

async function nextSettings(): Promise<void> {
  const [{ environment }] = (await once(process, 'message')) as [Sent];
  Object.assign(process.env, environment);
}
