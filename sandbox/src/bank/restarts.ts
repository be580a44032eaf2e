/** A running process and its name. */
export interface NamedProcess<Name extends string> {
  readonly service: Name;
  readonly pid: number;
  stop(): Promise<void>;
  /** Resolves when the process has ended: with the reason, or with undefined after `stop`. */
  readonly ended: Promise<string | undefined>;
}

const maxRestarts = 3;
const restartWindowMs = 60_000;

/**
 * Starts a service and restarts it when it dies, at most three times within a minute; each restart is logged. After that
 * `ended` resolves with the reason for giving up. The first start is not retried: its error is thrown at once.
 */
export async function startWithRestarts<Name extends string>(
  start: () => Promise<NamedProcess<Name>>,
  startAgain: () => Promise<NamedProcess<Name>>,
  log: (line: string) => void,
): Promise<NamedProcess<Name>> {
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
    service,
    get pid() {
      return current.pid;
    },
    ended,
    stop,
  };
}
