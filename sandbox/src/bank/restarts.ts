/** A running service and its name. */
export interface NamedService<Name extends string> {
  readonly service: Name;
  /** The id of a process of its own; what this process hosts has none. */
  readonly pid?: number | undefined;
  stop(): Promise<void>;
  /** Its settings that do not do what they are set for, a sentence each. */
  readonly settingWarnings?: readonly string[];
  /** Resolves when the process has ended: with the reason, or with undefined after `stop`. */
  readonly ended: Promise<string | undefined>;
}

/** One that has a process of its own. */
export interface NamedProcess<Name extends string> extends NamedService<Name> {
  readonly pid: number;
}

const maxRestarts = 3;
const restartWindowMs = 60_000;

/**
 * Starts a service and restarts it when it dies, at most three times within a minute; each restart is logged. After that
 * `ended` resolves with the reason for giving up. The first start is not retried: its error is thrown at once.
 */
export async function startWithRestarts<Running extends NamedService<string>>(
  start: () => Promise<Running>,
  startAgain: () => Promise<Running>,
  log: (line: string) => void,
): Promise<Pick<Running, keyof NamedService<string>>> {
  let current = await start();
  let starting: Promise<unknown> = Promise.resolve();
  let stopRequested = false;
  const { service } = current;
  const restart = async (): Promise<void> => {
    const started = startAgain();
    starting = started.catch(() => undefined);
    current = await started.catch((error: unknown) => ({
      ...current,
      ended: Promise.resolve((error as Error).message),
      stop: () => Promise.resolve(),
    }));
  };
  const supervise = async (): Promise<string | undefined> => {
    const restarts: number[] = [];
    for (;;) {
      const reason = await current.ended;
      if (stopRequested || reason === undefined) return undefined;
      const now = performance.now();
      if (restarts.filter((at) => at > now - restartWindowMs).length >= maxRestarts) {
        return `${reason}\n${service} has died ${maxRestarts + 1} times within a minute and is not restarted again: its operations are answered 503 until the bank is restarted.`;
      }
      restarts.push(now);
      log(`${reason}\nRestarting ${service}.`);
      await restart();
    }
  };
  const ended = supervise();
  const stop = async (): Promise<void> => {
    stopRequested = true;
    await starting;
    await current.stop();
  };
  return {
    service: service as Running['service'],
    get pid() {
      return current.pid as Running['pid'];
    },
    settingWarnings: current.settingWarnings ?? [],
    ended,
    stop,
  };
}
