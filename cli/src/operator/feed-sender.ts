import { setTimeout as pause } from 'node:timers/promises';
import { feedInternal, type LoadedService } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/sandbox/operator-file';
import { expectSuccess, internalCall } from '@open-banking/sandbox/third-party';

const retryMs = 250;

/** A step that stops its source, or was passed over. */
export interface StoppedStep {
  readonly position: string;
  readonly line?: number;
  readonly field?: string;
  readonly reason: string;
}

/** What became of the changes of a source. */
export interface SourceOutcome {
  readonly source: string;
  readonly position: string;
  readonly applied: number;
  readonly seen: number;
  readonly setAside?: readonly StoppedStep[];
  readonly stopped?: StoppedStep;
}

export const stoppedText = ({ position, line, field, reason }: StoppedStep): string =>
  `position ${position}${line === undefined ? '' : `, line ${line}`}: ${field === undefined ? '' : `${field}: `}${reason}`;

/**
 * Sends lines of a feed to a service until they are answered: what was taken before changes nothing. Throws where they are refused as a
 * whole, and where nobody answers within `patienceMs`. `operator` is asked before each try: a bank that was started anew has other ports.
 */
export async function sendLines(
  operator: () => OperatorFile,
  service: LoadedService,
  lines: readonly string[],
  patienceMs: number,
): Promise<readonly SourceOutcome[]> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      const answer = await internalCall(operator(), service, feedInternal.applyFeed, `${lines.join('\n')}\n`, {}, 'application/x-ndjson');
      if (answer.status < 500 || performance.now() >= until)
        return expectSuccess<{ sources: readonly SourceOutcome[] }>('feed', answer).sources;
    } catch (error) {
      if ((error as { code?: unknown }).code === undefined || performance.now() >= until) throw error;
    }
    await pause(retryMs);
  }
}
