import type { ServiceProcess } from './service-process.js';

const mostRestarts = 3;
const withinMs = 60_000;

/**
 * A service that is started again when it dies, with a line, at most three times within a minute; then `ended` says that it
 * is given up, and why. The first start is not tried again: what keeps it from starting is told at once.
 */
export async function startRestarting(start: () => Promise<ServiceProcess>, say: (line: string) => void): Promise<ServiceProcess> {
  let current = await start();
  let starting: Promise<unknown> = Promise.resolve();
  let told = false;
  const { service } = current;
  const again = async (): Promise<void> => {
    const started = start();
    starting = started.catch(() => undefined);
    current = await started.catch((error: unknown) => ({
      ...current,
      ended: Promise.resolve((error as Error).message),
      stop: () => Promise.resolve(),
    }));
  };
  const keep = async (): Promise<string | undefined> => {
    const restarts: number[] = [];
    for (;;) {
      const why = await current.ended;
      if (told || why === undefined) return undefined;
      const now = performance.now();
      if (restarts.filter((at) => at > now - withinMs).length >= mostRestarts) {
        return `${why}\n${service} has died ${mostRestarts + 1} times within a minute and is given up: its operations are answered 503 until the bank is started again.`;
      }
      restarts.push(now);
      say(`${why}\n${service} is started again.`);
      await again();
    }
  };
  const ended = keep();
  const stop = async (): Promise<void> => {
    told = true;
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
