import type { SourceOutcome, StoppedStep } from '@open-banking/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { feedInternal, type LoadedService } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess, internalCall } from '@open-banking/operator-client';

const retryMs = 250;
/** A step that has more of either is sent in parts, a request each. */
export const maxPartLines = 2_000;
export const maxPartBytes = 1 << 20;
/** A large step is applied within this, while its last part is sent again. */
const largeStepMs = 1_800_000;

export const stoppedText = ({ position, line, field, reason }: StoppedStep): string =>
  `position ${position}${line === undefined ? '' : `, line ${line}`}: ${field === undefined ? '' : `${field}: `}${reason}`;

/** Where lines are sent. */
export interface FeedReceiver {
  /** Asked before each try: a bank that was started anew has other ports. */
  readonly operator: () => OperatorFile;
  readonly service: LoadedService;
  /** How long an answer is waited for. */
  readonly timeoutMs: number;
  /** How long the service may answer that it is not ready, where that is longer. */
  readonly busyMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/**
 * Sends lines of a feed to a service until they are answered: what was taken before changes nothing. Throws where they are refused as a
 * whole, and where nobody answers in time.
 */
export async function sendLines(
  { operator, service, timeoutMs, busyMs = timeoutMs, signal }: FeedReceiver,
  lines: readonly string[],
): Promise<readonly SourceOutcome[]> {
  const began = performance.now();
  const isOver = (waitedMs: number): boolean => performance.now() - began >= waitedMs || signal?.aborted === true;
  for (;;) {
    try {
      const answer = await internalCall(operator(), service, feedInternal.applyFeed, `${lines.join('\n')}\n`, {}, 'application/x-ndjson');
      if (answer.status < 500 || isOver(busyMs)) return expectSuccess<{ sources: readonly SourceOutcome[] }>('feed', answer).sources;
    } catch (error) {
      if ((error as { code?: unknown }).code === undefined || isOver(timeoutMs)) throw error;
    }
    await pause(retryMs);
  }
}

/** Sends lines as a part of a step that is larger than a request; the last part has the line without "more". */
export function sendPart(receiver: FeedReceiver, lines: readonly string[], part: number): Promise<readonly SourceOutcome[]> {
  const numbered = lines.map((line) => line.replace('{', `{"part":${part},`));
  return sendLines({ ...receiver, busyMs: largeStepMs }, numbered);
}

/** Lines in pieces that a request takes. */
export function requestsOf(lines: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (pieces.at(-1)!.length >= maxPartLines || (bytes > maxPartBytes && pieces.at(-1)!.length > 0)) {
      pieces.push([]);
      bytes = Buffer.byteLength(line) + 1;
    }
    pieces.at(-1)!.push(line);
  }
  return pieces;
}

/** Sends one step, in parts where it is large. Returns what became of it. */
export async function sendStep(receiver: FeedReceiver, lines: readonly string[]): Promise<readonly SourceOutcome[]> {
  const pieces = requestsOf(lines);
  if (pieces.length === 1) return sendLines(receiver, lines);
  let outcomes: readonly SourceOutcome[] = [];
  for (const [index, piece] of pieces.entries()) {
    outcomes = await sendPart(receiver, piece, index + 1);
    // It was taken before, or its source is stopped before it.
    if (outcomes.some(({ seen, stopped }) => seen > 0 || stopped)) break;
  }
  return outcomes;
}
