import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Service } from '@open-banking/spec';
import { compileCacheOf, programOf } from '@open-banking/sandbox/service-process';

export interface ForkedService {
  readonly baseUrl: string;
  readonly internalUrl: string;
  /** The lines of its log so far. */
  logLines(): Record<string, unknown>[];
  stop(): Promise<void>;
}

/** Starts a service with exactly this environment, for tests of settings that a bank sets itself. It listens at free ports. */
export async function forkedService(service: Service, env: Readonly<Record<string, string>>): Promise<ForkedService> {
  const child = fork(programOf(service), [], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { DRAIN_MS: '0', NODE_COMPILE_CACHE: compileCacheOf(service), ...env },
  });
  let logged = '';
  let said = '';
  child.stdout!.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close');
  const ports = (await Promise.race([once(child, 'message').then(([message]) => message as unknown), ended.then(() => undefined)])) as
    { port: number; internalPort: number } | undefined;
  if (!ports) throw new Error(`${service} does not start: ${said}`);
  return {
    baseUrl: `http://127.0.0.1:${ports.port}`,
    internalUrl: `http://127.0.0.1:${ports.internalPort}`,
    logLines: () =>
      logged
        .slice(0, logged.lastIndexOf('\n') + 1)
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
