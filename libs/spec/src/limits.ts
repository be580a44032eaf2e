import type { LimitClass } from './operation.js';

/** Seconds of each window an operation can be limited by. Windows are aligned to Unix time. */
export const windows = { second: 1, minute: 60, hour: 3_600, day: 86_400 } as const;
export type Window = keyof typeof windows;

/** Requests admitted per window; a window left out does not limit. */
export type Numbers = Readonly<Partial<Record<Window, number>>>;

/** The document gives the number of limits (three) but no values; loan services alone has one given: 100 an hour. */
export const limits: Readonly<Record<LimitClass, Numbers>> = {
  read:         { second: 25, minute: 1_000, day: 50_000 },
  hotRead:      { second: 50, minute: 2_000, day: 100_000 },
  write:        { second: 10, minute:   300, day: 20_000 },
  metadata:     { second: 10, minute:   300, day: 20_000 },
  loanServices: { hour: 100 },
  token:        { second: 10, minute:   300, day: 20_000 },
  page:         { second: 20, minute:   600, day: 20_000 },
  signIn:       { second:  5, minute:    30, day:  1_000 },
  none:         {},
};
