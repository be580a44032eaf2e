import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface ThreadOptions {
  /** The program's `workerData`. */
  readonly data: unknown;
  /** Its heap may grow to so many MB; beyond, the thread ends by an error. */
  readonly heapMb: number;
}

/**
 * Runs a bundled program as a thread of its own, for work that would keep this one, and with it all requests of the process, for more than
 * 10 ms. Returns the one message that the program posts, once the thread has ended. The program sees no environment variable. Throws what
 * ends it.
 */
export async function runInWorkerThread<Result>(program: string, { data, heapMb }: ThreadOptions): Promise<Result> {
  const thread = new Worker(program, { workerData: data, env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: heapMb } });
  // Both reject where the thread ends by an error.
  const [[result]] = (await Promise.all([once(thread, 'message'), once(thread, 'exit')])) as [[Result], unknown];
  return result;
}
