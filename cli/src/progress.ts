import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  at(done: number, total: number): void;
  end(): void;
}

/** Shows a progress bar if standard error is a terminal, otherwise nothing. */
export function progress(what: string): Progress {
  if (!process.stderr.isTTY) return { at: () => undefined, end: () => undefined };
  const bar = new SingleBar(
    { format: `${what} [{bar}] {percentage}%  {eta_formatted} left`, stream: process.stderr, clearOnComplete: true },
    Presets.shades_classic,
  );
  let started = false;
  return {
    at: (done, total) => {
      if (!started) bar.start(total, done);
      else bar.update(done);
      started = true;
    },
    end: () => {
      if (started) bar.stop();
    },
  };
}
