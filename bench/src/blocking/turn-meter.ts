import { isMainThread } from 'node:worker_threads';

/** The message that the benchmark sends to the process that it measures. */
export interface MeterRequest {
  readonly meter: 'begin' | 'end';
}

/** The answer to `end`. */
export interface MeterAnswer {
  /** Processor time of the main thread in the longest turn of its event loop since `begin`, in milliseconds. */
  readonly longestTurnMs: number;
}

/**
 * Loaded into a measured process by `--import`. Measures turns of the event loop between two messages of its parent: what a turn takes, all
 * requests of the process wait for. Processor time, unlike time on the clock, does not count what other processes do meanwhile.
 */
function meterTurns(): void {
  let longestUs = 0;
  let isMeasuring = false;
  let before = process.threadCpuUsage();
  const turn = (): void => {
    if (!isMeasuring) return;
    const { user, system } = process.threadCpuUsage(before);
    longestUs = Math.max(longestUs, user + system);
    before = process.threadCpuUsage();
    setImmediate(turn);
  };
  process.on('message', ({ meter }: Partial<MeterRequest>) => {
    if (meter === 'begin') {
      [isMeasuring, longestUs, before] = [true, 0, process.threadCpuUsage()];
      setImmediate(turn);
      process.send!({ longestTurnMs: 0 } satisfies MeterAnswer);
    }
    if (meter === 'end') {
      isMeasuring = false;
      process.send!({ longestTurnMs: longestUs / 1_000 } satisfies MeterAnswer);
    }
  });
}

// Threads of the process have the same options.
if (isMainThread) meterTurns();
