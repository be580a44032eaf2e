/** A time as a file may write it, and the bank's day that it belongs to. */
export type WrittenTime = readonly [timeZone: string, text: string, day: string];

const [jerusalem, berlin, auckland] = ['Asia/Jerusalem', 'Europe/Berlin', 'Pacific/Auckland'];

/** The result of every reader of XML times for a day or time: the table that the sweeps over all readers use. */
export const writtenTimes: readonly WrittenTime[] = [
  // Days, with a zone or without: the day that is written.
  [jerusalem, '2026-11-27', '2026-11-27'],
  [jerusalem, '2026-11-27Z', '2026-11-27'],
  [jerusalem, '2026-11-27-12:00', '2026-11-27'],
  [jerusalem, '2026-11-27+14:00', '2026-11-27'],
  // Without an offset: the bank's local time.
  [jerusalem, '2026-11-27T00:00:00', '2026-11-27'],
  [jerusalem, '2026-11-27T23:59:59.999', '2026-11-27'],
  [jerusalem, '2026-11-27T24:00:00', '2026-11-28'],
  [jerusalem, '2026-12-31T24:00:00.000', '2027-01-01'],
  [jerusalem, '2026-11-27T09:30', '2026-11-27'],
  // Around midnight in winter: two hours ahead of UTC.
  [jerusalem, '2026-11-27T21:59:59Z', '2026-11-27'],
  [jerusalem, '2026-11-27T21:59:59.999999999Z', '2026-11-27'],
  [jerusalem, '2026-11-27T22:00:00Z', '2026-11-28'],
  [jerusalem, '2026-11-27T22:30:00Z', '2026-11-28'],
  [jerusalem, '2026-11-27T23:59:59.999Z', '2026-11-28'],
  [jerusalem, '2026-11-27T24:00:00Z', '2026-11-28'],
  [jerusalem, '2026-11-27T23:59:59+02:00', '2026-11-27'],
  [jerusalem, '2026-11-28T00:00:00+02:00', '2026-11-28'],
  [jerusalem, '2026-11-27T18:00:00-05:00', '2026-11-28'],
  [jerusalem, '2026-11-28T04:00:00+09:00', '2026-11-27'],
  [jerusalem, '2026-11-27T10:00:00-12:00', '2026-11-28'],
  [jerusalem, '2026-11-27T09:59:59-12:00', '2026-11-27'],
  [jerusalem, '2026-11-27T08:00:00-14:00', '2026-11-28'],
  [jerusalem, '2026-11-28T11:59:59+14:00', '2026-11-27'],
  [jerusalem, '2026-11-28T12:00:00+14:00', '2026-11-28'],
  [jerusalem, '2026-11-28T03:29:59+05:30', '2026-11-27'],
  [jerusalem, '2026-11-28T03:30:00+0530', '2026-11-28'],
  [jerusalem, '2026-11-28T00:00:00+02', '2026-11-28'],
  // Summer time begins in the night to 27 March 2026, and ends in the night to 25 October.
  [jerusalem, '2026-03-26T21:59:59Z', '2026-03-26'],
  [jerusalem, '2026-03-26T22:00:00Z', '2026-03-27'],
  [jerusalem, '2026-03-27T20:59:59Z', '2026-03-27'],
  [jerusalem, '2026-03-27T21:00:00Z', '2026-03-28'],
  [jerusalem, '2026-10-24T20:59:59Z', '2026-10-24'],
  [jerusalem, '2026-10-24T21:00:00Z', '2026-10-25'],
  [jerusalem, '2026-10-25T21:59:59Z', '2026-10-25'],
  [jerusalem, '2026-10-25T22:00:00Z', '2026-10-26'],
  // 29 March and 25 October 2026.
  [berlin, '2026-03-28T22:59:59Z', '2026-03-28'],
  [berlin, '2026-03-28T23:00:00Z', '2026-03-29'],
  [berlin, '2026-03-29T21:59:59Z', '2026-03-29'],
  [berlin, '2026-03-29T22:00:00Z', '2026-03-30'],
  [berlin, '2026-10-24T22:00:00Z', '2026-10-25'],
  [berlin, '2026-10-25T22:59:59Z', '2026-10-25'],
  [berlin, '2026-10-25T23:00:00Z', '2026-10-26'],
  // A local time that the beginning of summer time leaves out, or that its end repeats, is of its day.
  [berlin, '2026-03-29T02:30:00', '2026-03-29'],
  [berlin, '2026-10-25T02:30:00', '2026-10-25'],
  // Thirteen hours ahead, and behind.
  [auckland, '2026-11-27T10:59:59Z', '2026-11-27'],
  [auckland, '2026-11-27T11:00:00Z', '2026-11-28'],
  ['America/New_York', '2026-11-28T04:59:59Z', '2026-11-27'],
  ['America/New_York', '2026-11-28T05:00:00Z', '2026-11-28'],
  ['UTC', '2028-02-29T23:30:00-01:00', '2028-03-01'],
];

/** The texts that every reader must refuse. */
export const notTimes: readonly string[] = [
  '',
  '2026-02-29',
  '2026-11-27T',
  '2026-11-27T25:00:00Z',
  '2026-11-27T24:00:01Z',
  '2026-11-27T24:00:00.0001Z',
  '2026-11-27T23:60:00Z',
  '2026-11-27T23:59:60Z',
  '2026-11-27T22:30:00+14:01',
  '2026-11-27T22:30:00-15:00',
  '2026-11-27T22:30:00+02:60',
  '2026-11-27T22:30:00.Z',
  '2026-11-27 22:30:00',
  '2026-11-27T22:30:00Z later',
  '2026-11-27+15:00',
  '27.11.2026',
  '20261127',
  '0000-01-01',
  '12026-11-27',
];
