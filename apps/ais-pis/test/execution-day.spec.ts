import { executionDay, type ToExecute } from '../src/payments/execution-day.js';
import { isBusinessDay } from './a-calendar.js';
import { creditorIban } from '../src/payments/creditor.js';
import { schemes } from '../src/payments/scheme.js';

// 2026-11-20 is a Friday.
const [thursday, friday, sunday, monday] = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'];
const dayOf = (given: Partial<ToExecute>, today: string, time = '09:00') =>
  executionDay(
    { requested: null, currency: 'EUR', inside: false, scheme: schemes['sepa-credit-transfers']!, ...given },
    { today, time },
    isBusinessDay,
  );
const masav = { currency: 'ILS', scheme: schemes['masav']! };

describe('the execution day of a payment', () => {
  it('is today before the cut-off of a business day, and the next business day from then on', () => {
    expect(dayOf({}, thursday, '15:59')).toBe(thursday);
    expect(dayOf({}, thursday, '16:00')).toBe(friday);
    expect(dayOf({}, friday, '16:00')).toBe(monday);
    expect(dayOf({}, sunday)).toBe(monday);
  });

  it('follows the calendar of its currency', () => {
    expect(dayOf(masav, thursday, '17:59')).toBe(thursday);
    expect(dayOf(masav, thursday, '18:00')).toBe(sunday);
    expect(dayOf(masav, friday)).toBe(sunday);
  });

  it('skips holidays: Passover and Independence Day for shekel, Christmas and New Year for euro', () => {
    // Wednesday; Thursday is Passover, followed by the weekend.
    expect(dayOf(masav, '2026-04-01', '17:59')).toBe('2026-04-01');
    expect(dayOf(masav, '2026-04-01', '18:00')).toBe('2026-04-05');
    expect(dayOf({}, '2026-04-02', '09:00')).toBe('2026-04-02');
    expect(dayOf({ ...masav, requested: '2026-04-22' }, '2026-04-01')).toBe('2026-04-23');
    expect(dayOf({}, '2026-12-24', '16:00')).toBe('2026-12-28');
    expect(dayOf({}, '2026-12-31', '16:00')).toBe('2027-01-04');
    expect(dayOf({ requested: '2026-12-25', scheme: schemes['instant-sepa-credit-transfers']! }, '2026-12-24')).toBe('2026-12-25');
  });

  it('is, for another currency, a business day of both euro and shekel', () => {
    const dollars = { currency: 'USD', scheme: schemes['cross-border-credit-transfers']! };
    expect(dayOf(dollars, thursday, '13:59')).toBe(thursday);
    expect(dayOf(dollars, thursday, '14:00')).toBe(monday);
    expect(dayOf(dollars, '2026-12-31', '14:00')).toBe('2027-01-04');
  });

  it('is the requested day, whatever the time of approval, or the first business day after it', () => {
    expect(dayOf({ requested: monday }, thursday, '23:00')).toBe(monday);
    expect(dayOf({ requested: sunday }, thursday)).toBe(monday);
    expect(dayOf({ requested: thursday }, thursday, '16:30')).toBe(friday);
    expect(dayOf({ requested: thursday }, friday)).toBe(friday);
  });

  it('can be any day for instant payments and payments within the bank', () => {
    expect(dayOf({ scheme: schemes['instant-sepa-credit-transfers']! }, sunday, '23:59')).toBe(sunday);
    expect(dayOf({ inside: true }, sunday, '23:59')).toBe(sunday);
    expect(dayOf({ inside: true, requested: sunday }, thursday)).toBe(sunday);
  });
});

describe("the IBAN of a creditor's account", () => {
  it('is the same whether given directly or derived from the domestic number', () => {
    expect(creditorIban({ iban: 'IL620108000000099999999' })).toBe('IL620108000000099999999');
    expect(creditorIban({ bban: '0108000000099999999' })).toBe('IL620108000000099999999');
    for (const other of [{ bban: '010800000012345' }, { other: { identification: '1' } }]) expect(creditorIban(other)).toBeUndefined();
  });
});
