import { calendar } from '@open-banking/ais-pis-testing/a-calendar';
import { executionDay, type ToExecute } from '../src/execution-day.js';
import { creditorIban } from '../src/payee/creditor.js';
import { schemes } from '../src/payment-products.js';

// 2026-11-20 is a Friday.
const [thursday, friday, sunday, monday] = ['2026-11-19', '2026-11-20', '2026-11-22', '2026-11-23'];
const executionDayAt = (given: Partial<ToExecute>, today: string, time = '09:00') =>
  executionDay(
    {
      ...{ requested: null, currency: 'EUR', inside: false, product: 'sepa-credit-transfers' },
      ...given,
      scheme: given.scheme ?? schemes[given.product ?? 'sepa-credit-transfers']!,
    },
    { today, time },
    calendar,
  );
const masav = { currency: 'ILS', product: 'masav' };
const zahav = { currency: 'ILS', product: 'zahav' };

describe('the execution day of a payment', () => {
  it('is today before the cut-off of a business day, and the next business day from then on', () => {
    expect(executionDayAt({}, thursday, '15:59')).toBe(thursday);
    expect(executionDayAt({}, thursday, '16:00')).toBe(friday);
    expect(executionDayAt({}, friday, '16:00')).toBe(monday);
    expect(executionDayAt({}, sunday)).toBe(monday);
  });

  it('follows the calendar of its currency', () => {
    expect(executionDayAt(masav, thursday, '17:59')).toBe(thursday);
    expect(executionDayAt(masav, thursday, '18:00')).toBe(sunday);
    expect(executionDayAt(masav, friday)).toBe(sunday);
  });

  it('follows the business day of the shekel for zahav: Fridays and eves of holidays are open until 14:00; masav is closed on Fridays', () => {
    expect([executionDayAt(zahav, friday, '13:59'), executionDayAt(zahav, friday, '14:00')]).toEqual([friday, sunday]);
    expect([executionDayAt(zahav, thursday, '16:29'), executionDayAt(zahav, thursday, '16:30')]).toEqual([thursday, friday]);
    expect([executionDayAt(masav, friday), executionDayAt(masav, thursday, '18:00')]).toEqual([sunday, sunday]);
    // The eve of Passover 2026, a Wednesday; Friday follows the holiday.
    const eve = '2026-04-01';
    expect(['13:59', '14:00'].map((time) => executionDayAt(zahav, eve, time))).toEqual([eve, '2026-04-03']);
    expect(['13:59', '14:00'].map((time) => executionDayAt(masav, eve, time))).toEqual([eve, '2026-04-05']);
  });

  it('has a cut-off of its own on short days where the product says so', () => {
    const own = (shortDayCutOff: string) => ({ ...zahav, scheme: { ...schemes['zahav']!, shortDayCutOff } });
    expect(['11:44', '11:45'].map((time) => executionDayAt(own('11:45'), friday, time))).toEqual([friday, sunday]);
    expect(['15:29', '15:30'].map((time) => executionDayAt(own('15:30'), friday, time))).toEqual([friday, sunday]);
    // A cut-off that is earlier than the end of a short day holds on it as well.
    expect(
      ['12:59', '13:00'].map((time) => executionDayAt({ ...zahav, scheme: { ...schemes['zahav']!, cutOff: '13:00' } }, friday, time)),
    ).toEqual([friday, sunday]);
  });

  it('skips holidays: Passover and Independence Day for shekel, Christmas and New Year for euro', () => {
    // Wednesday; Thursday is Passover, followed by the weekend.
    expect(executionDayAt(masav, '2026-04-01', '13:59')).toBe('2026-04-01');
    expect(executionDayAt({}, '2026-04-02', '09:00')).toBe('2026-04-02');
    expect(executionDayAt({ ...masav, requested: '2026-04-22' }, '2026-04-01')).toBe('2026-04-23');
    expect(executionDayAt({}, '2026-12-24', '16:00')).toBe('2026-12-28');
    expect(executionDayAt({}, '2026-12-31', '16:00')).toBe('2027-01-04');
    expect(executionDayAt({ requested: '2026-12-25', product: 'instant-sepa-credit-transfers' }, '2026-12-24')).toBe('2026-12-25');
  });

  it('is, for another currency, a business day of both euro and shekel', () => {
    const dollars = { currency: 'USD', product: 'cross-border-credit-transfers' };
    expect(executionDayAt(dollars, thursday, '13:59')).toBe(thursday);
    // Friday is open for euro, and until 14:00 for shekel.
    expect(executionDayAt(dollars, thursday, '14:00')).toBe(friday);
    expect([executionDayAt(dollars, friday, '13:59'), executionDayAt(dollars, friday, '14:00')]).toEqual([friday, monday]);
    expect(executionDayAt(dollars, '2026-12-31', '14:00')).toBe('2027-01-04');
  });

  it('is the requested day, whatever the time of approval, or the first business day after it', () => {
    expect(executionDayAt({ requested: monday }, thursday, '23:00')).toBe(monday);
    expect(executionDayAt({ requested: sunday }, thursday)).toBe(monday);
    expect(executionDayAt({ requested: thursday }, thursday, '16:30')).toBe(friday);
    expect(executionDayAt({ requested: thursday }, friday)).toBe(friday);
  });

  it('can be any day for instant payments and payments within the bank', () => {
    expect(executionDayAt({ product: 'instant-sepa-credit-transfers' }, sunday, '23:59')).toBe(sunday);
    expect(executionDayAt({ inside: true }, sunday, '23:59')).toBe(sunday);
    expect(executionDayAt({ inside: true, requested: sunday }, thursday)).toBe(sunday);
  });
});

describe("the IBAN of a creditor's account", () => {
  it('is the same whether given directly or derived from the domestic number', () => {
    expect(creditorIban({ iban: 'IL620108000000099999999' })).toBe('IL620108000000099999999');
    expect(creditorIban({ bban: '0108000000099999999' })).toBe('IL620108000000099999999');
    for (const other of [{ bban: '010800000012345' }, { other: { identification: '1' } }]) expect(creditorIban(other)).toBeUndefined();
  });
});
