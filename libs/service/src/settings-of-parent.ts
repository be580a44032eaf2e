import { once } from 'node:events';

/** A process that is started with this waits for the rest of its settings; not for operators. */
const waits = 'SETTINGS_OF_PARENT';

/** What the parent sends: environment variables. */
interface Sent {
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * The sandbox starts services before it knows all their settings, so that they load their code while the database opens. They wait here for the
 * rest. The process ends with its parent.
 */
export async function settingsOfParent(): Promise<void> {
  if (process.env[waits] === undefined || !process.send) return;
  const end = (): void => {
    process.exit(0);
  };
  process.once('disconnect', end);
  const [{ environment }] = (await once(process, 'message')) as [Sent];
  process.off('disconnect', end);
  Object.assign(process.env, environment);
}
