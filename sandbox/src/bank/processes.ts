import type { SandboxSettings } from '../settings.js';

/** Where the services of a bank run: all in the process that starts it, or each in one of its own. */
export type Processes = 'one' | 'separate';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Where the services of `npm start` run; says so, and why where it is not as the setting PROCESSES asks. */
export function processesFor(
  { processes, replicas, baseUrl }: Pick<SandboxSettings, 'processes' | 'replicas' | 'baseUrl'>,
  log: (line: string) => void,
): Processes {
  const reason =
    replicas > 1
      ? 'REPLICAS is above 1'
      : baseUrl !== undefined && !loopback.test(new URL(baseUrl).hostname)
        ? 'BASE_URL names another machine'
        : processes === 'separate'
          ? 'PROCESSES=separate'
          : undefined;
  log(reason === undefined ? 'One process runs the gateway and all services.' : `Each service runs as a process of its own: ${reason}.`);
  return reason === undefined ? 'one' : 'separate';
}
