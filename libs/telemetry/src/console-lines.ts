import { format } from 'node:util';

/** A line that was printed to the console, with the fields of a warning of Node.js. */
export interface ConsoleLine {
  readonly name: 'Console';
  readonly message: string;
}

/**
 * Hands on what is printed to the console of this process from now on. Only libraries print there (Koa does for a connection that breaks
 * during its answer): their text would stand between the JSON lines of the log.
 */
export function handOnConsole(take: (line: ConsoleLine) => void): void {
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[method] = (...printed: unknown[]): void => {
      const message = format(...printed).trim();
      if (message !== '') take({ name: 'Console', message });
    };
}
