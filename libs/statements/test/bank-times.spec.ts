import { bankDayBegin, bankTime } from '@open-banking/messages';
import { BankTimes } from '../src/bank-times.js';

describe.each(['Asia/Jerusalem', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])(
  'the times of many entries in %s',
  (timeZone) => {
    const times = new BankTimes(timeZone);

    it('are those of each instant by itself, in every hour of a year, also where clocks change', () => {
      const wrong: string[] = [];
      for (let at = Date.UTC(2026, 0, 1, 0, 45); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
        const alone = bankTime(new Date(at), timeZone).replace('.000', '');
        if (times.at(new Date(at)) !== alone) wrong.push(alone);
      }
      expect(wrong).toEqual([]);
    });

    it('begin each day when the day begins', () => {
      for (const day of ['2026-03-27', '2026-10-25', '2026-10-25'])
        expect(new Date(times.beginOf(day))).toEqual(bankDayBegin(day, timeZone));
    });
  },
);
