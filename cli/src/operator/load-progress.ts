import { Presets, SingleBar } from 'cli-progress';
import type { LoadProgress } from '@open-banking/feed';

const everyMs = 10_000;

/** Shows how far a load is: a bar on a terminal, elsewhere a line on standard error every ten seconds. */
export interface LoadDisplay {
  at(progress: LoadProgress): void;
  /** What was loaded, at what rate. */
  end(): string;
}

interface Rate {
  /** Of lines and bytes that this run has read. */
  readonly lines: number;
  readonly bytes: number;
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`;

function left({ bytes, totalBytes }: LoadProgress, rate: Rate): string {
  if (totalBytes === undefined) return `${megabytes(bytes)} read`;
  return `${megabytes(totalBytes - bytes)} left, about ${count((totalBytes - bytes) / rate.bytes)} s`;
}

export function loadDisplay(service: string): LoadDisplay {
  const started = performance.now();
  let last: LoadProgress | undefined;
  let shownAt = started;
  const rateOf = ({ bytes, lines, resumed }: LoadProgress): Rate => {
    const seconds = (performance.now() - started) / 1_000;
    return { lines: (lines - resumed.lines) / seconds, bytes: (bytes - resumed.bytes) / seconds };
  };
  const progressText = (progress: LoadProgress): string => {
    const rate = rateOf(progress);
    return `${count(progress.lines)} lines, ${count(rate.lines)} lines/s, ${left(progress, rate)}`;
  };
  const bar = process.stderr.isTTY ? terminalBar(service) : undefined;
  return {
    at: (progress) => {
      if (!last && progress.resumed.lines > 0)
        process.stderr.write(`${service}: goes on after line ${count(progress.resumed.lines)}, where the load was interrupted\n`);
      last = progress;
      if (bar) bar.at(progress, progressText(progress));
      else if (performance.now() - shownAt >= everyMs) {
        shownAt = performance.now();
        process.stderr.write(`${service}: ${progressText(progress)}\n`);
      }
    },
    end: () => {
      bar?.end();
      return last ? `${count(rateOf(last).lines)} lines/s` : '';
    },
  };
}

/** Redrawn once a second. */
function terminalBar(service: string): { at(progress: LoadProgress, text: string): void; end(): void } {
  const bar = new SingleBar(
    { format: `${service} [{bar}] {text}`, stream: process.stderr, clearOnComplete: true, fps: 1 },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    at: ({ bytes, totalBytes }, text) => {
      if (isStarted) bar.update(bytes, { text });
      else bar.start(totalBytes ?? bytes, bytes, { text });
      isStarted = true;
      if (totalBytes === undefined) bar.setTotal(bytes);
    },
    end: () => {
      if (isStarted) bar.stop();
    },
  };
}
