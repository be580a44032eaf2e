import type { SandboxSettings } from '../settings.js';

/** The processes of a bank's services: all in the process that starts it, or each in one of its own. */
export type Processes = 'one' | 'separate';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The processes of `npm start`, and the line about them, with the reason if the setting PROCESSES alone would say otherwise. */
export function processesFor({ processes, replicas, baseUrl }: Pick<SandboxSettings, 'processes' | 'replicas' | 'baseUrl'>): {
  readonly processes: Processes;
  readonly firstLine: string;
} {
  const reason =
    replicas > 1
      ? 'REPLICAS is above 1'
      : baseUrl !== undefined && !loopback.test(new URL(baseUrl).hostname)
        ? 'BASE_URL names another machine'
        : processes === 'separate'
          ? 'PROCESSES=separate'
          : undefined;
  if (reason === undefined) return { processes: 'one', firstLine: 'One process runs the gateway and all services.' };
  return { processes: 'separate', firstLine: `Each service runs as a process of its own: ${reason}.` };
}
