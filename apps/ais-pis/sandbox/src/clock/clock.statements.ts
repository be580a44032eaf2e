import { statement } from '@open-banking/database';

interface Offset {
  readonly offsetMs: number;
}

// Milliseconds as float8: pg returns a bigint as text, and 2^53 ms are 285,000 years.
export const clockOffset = statement<Offset>('clock.offset', 'select offset_ms::float8 as "offsetMs" from clock where clock', {
  polled: true,
});

/** Concurrent moves add up. */
export const moveClock = statement<Offset, [byMs: number]>(
  'clock.move',
  'update clock set offset_ms = offset_ms + $1::bigint where clock returning offset_ms::float8 as "offsetMs"',
);
