import { daysAfter } from '@open-banking/messages';
import { CalendarChanges, elections } from '@open-banking/ais-pis-testing/calendar-changes';
import { TestLedger } from '@open-banking/ais-pis-testing/a-ledger';
import { CalendarService } from '../src/calendar/calendar.service.js';

describe('the calendar of a bank', () => {
  let bank: TestLedger;
  let calendar: CalendarService;
  let changes: CalendarChanges;

  beforeAll(async () => {
    bank = await TestLedger.open();
    calendar = new CalendarService(bank.database, bank.clock);
    changes = new CalendarChanges(bank);
  });
  afterAll(() => bank.close());

  it('knows its products: a rest day of another is refused with those that there are, in loads and in the feed', async () => {
    const day = '2031-11-04';
    const closed = (paymentProduct: string) => ({ type: 'productRestDay', paymentProduct, day, name: 'Change of system' });
    const refused = /paymentProduct: must be one of cross-border-credit-transfers, fp, .*masav, .*zahav/;
    await expect(changes.load(closed('masaw'))).rejects.toThrow(refused);
    await expect(changes.feed('upsert', closed('masaw'))).rejects.toThrow(refused);
    expect(await changes.load(closed('masav'))).toBe(1);
    await changes.feed('upsert', closed('zahav'));
    for (const paymentProduct of ['masav', 'zahav']) await changes.feed('remove', { type: 'productRestDay', paymentProduct, day });
  });

  it('keeps a calendar that leaves it a day: rows that would leave none are refused with their line', async () => {
    const days = Array.from({ length: 40 }, (_, later) => elections(daysAfter('2040-01-01', later)));
    await expect(changes.load(...days)).rejects.toThrow(/\.ndjson:\d+: .*no business day for ILS/);
    await expect(changes.load(...days.slice(0, 31))).rejects.toThrow('for ILS on more than 30 consecutive days, up to 2040-01-30');
    await expect(changes.load(...[0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ type: 'restDay', currency: 'ILS', weekday })))).rejects.toThrow(
      /\.ndjson:\d+: .*no business day/,
    );
    expect(await changes.load(...days.slice(0, 20))).toBe(20);
    for (const [line, wrong] of [
      [{ type: 'restDay', currency: 'ILS', weekday: 7 }, 'weekday: must be from 0 \\(Sunday\\) to 6 \\(Saturday\\)'],
      [{ type: 'restDay', currency: 'ILS', weekday: 5, endsAt: '24:00' }, 'endsAt: must be a time of day as HH:MM'],
      [{ type: 'shortDay', currency: 'ILS', day: '2040-03-01', name: 'Eve' }, 'endsAt: is missing'],
      [{ type: 'productRestDay', paymentProduct: 'Masav', day: '2040-03-01', name: 'x' }, 'paymentProduct: must be the name'],
    ] as const)
      await expect(changes.load(line)).rejects.toThrow(new RegExp(`:1: ${wrong}`));
    expect(
      await changes.load(
        { type: 'restDay', currency: 'ILS', weekday: 5, endsAt: '13:00' },
        { type: 'shortDay', currency: 'ILS', day: '2040-03-01', name: 'Eve', endsAt: '12:00' },
      ),
    ).toBe(2);
    await calendar.read();
    expect([calendar.endOfDay('ILS', '2040-03-02'), calendar.endOfDay('ILS', '2040-03-01')]).toEqual(['13:00', '12:00']);
    await changes.feed('upsert', { type: 'restDay', currency: 'ILS', weekday: 5, endsAt: '14:00' });
    await changes.feed('remove', { type: 'shortDay', currency: 'ILS', day: '2040-03-01' });
    await calendar.read();
    expect([calendar.endOfDay('ILS', '2040-03-02'), calendar.endOfDay('ILS', '2040-03-01')]).toEqual(['14:00', undefined]);
  });
});
