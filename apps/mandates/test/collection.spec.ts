import { periodOf, refundable, collectionRefusal, type Collectable } from '../src/collections/collection.js';
import type { MandateRequest } from '../src/mandates/mandates.messages.js';

type Occurrences = MandateRequest['occurrences'];
const mandate = (occurrences: Occurrences, besides: Partial<MandateRequest> = {}): Collectable => ({
  request: { occurrences, ...besides } as MandateRequest,
  status: 'ACTV',
  suspendedBy: null,
  dateOfSignature: '2026-01-31',
  currency: 'JOD',
});
const period = (frequencyType: string, day: string, firstCollectionDate?: string) =>
  periodOf(mandate({ sequenceType: 'RCUR', frequencyType, ...(firstCollectionDate && { firstCollectionDate }) } as Occurrences), day);

describe('the period of a collection', () => {
  it.each([
    ['MNTH', '2026-02-27', '2026-01-31'],
    ['MNTH', '2026-02-28', '2026-02-28'],
    ['MNTH', '2026-03-30', '2026-02-28'],
    ['MNTH', '2026-03-31', '2026-03-31'],
    ['QURT', '2026-04-29', '2026-01-31'],
    ['QURT', '2026-04-30', '2026-04-30'],
    ['MIAN', '2026-07-30', '2026-01-31'],
    ['MIAN', '2027-01-31', '2027-01-31'],
    ['YEAR', '2027-01-30', '2026-01-31'],
    ['YEAR', '2028-02-01', '2028-01-31'],
    ['WEEK', '2026-02-06', '2026-01-31'],
    ['WEEK', '2026-02-07', '2026-02-07'],
    ['FRTN', '2026-02-13', '2026-01-31'],
    ['FRTN', '2026-02-14', '2026-02-14'],
    ['DAIL', '2026-02-03', '2026-02-03'],
    ['WEEK', '2126-02-02', '2126-02-02'],
    ['MIAN', '2027-12-31', '2027-07-31'],
    ['QURT', '2026-12-31', '2026-10-31'],
    ['YEAR', '2029-01-30', '2028-01-31'],
    ['MNTH', '2027-10-30', '2027-09-30'],
    ['MNTH', '3000-02-01', '3000-01-31'],
  ])('%s: %s is in the period that begins %s', (frequency, day, start) => {
    expect(period(frequency, day)).toBe(start);
  });

  it('is counted from the first collection date, so that a late collection does not move the next', () => {
    expect(period('MNTH', '2026-03-20', '2026-02-15')).toBe('2026-03-15');
    expect(period('MNTH', '2026-04-15', '2026-02-15')).toBe('2026-04-15');
  });

  it('is a single one for a one-off mandate, and there is none if the creditor collects at will', () => {
    expect(periodOf(mandate({ sequenceType: 'OOFF' } as Occurrences), '2030-01-01')).toBe('2026-01-31');
    expect(period('ADHO', '2026-02-03')).toBeNull();
  });
});

describe('a collection and its mandate', () => {
  const jod = (amount: string) => ({ currency: 'JOD', amount });
  it('compares amounts exactly, in any notation', () => {
    const fixed = mandate({ sequenceType: 'OOFF' } as Occurrences, { collectionAmount: jod('10.5') });
    expect([collectionRefusal(fixed, jod('10.500'), '2026-02-01'), collectionRefusal(fixed, jod('10.501'), '2026-02-01')]).toEqual([
      undefined,
      'AM02',
    ]);
    const bounded = mandate({ sequenceType: 'OOFF' } as Occurrences, { maximumAmount: jod('12345678901.005') });
    expect([
      collectionRefusal(bounded, jod('12345678901.005'), '2026-02-01'),
      collectionRefusal(bounded, jod('12345678901.006'), '2026-02-01'),
    ]).toEqual([undefined, 'SL14']);
  });

  it('compares amounts of a currency with four digits too', () => {
    const clf = (amount: string) => ({ currency: 'CLF', amount });
    const bounded = { ...mandate({ sequenceType: 'OOFF' } as Occurrences, { maximumAmount: clf('2.5') }), currency: 'CLF' };
    expect([clf('2.5000'), clf('0.2501'), clf('2.5001')].map((asked) => collectionRefusal(bounded, asked, '2026-02-01'))).toEqual([
      undefined,
      undefined,
      'SL14',
    ]);
  });

  it.each([
    ['ACTV', null, undefined],
    ['SUSP', 'customer', 'MS02'],
    ['SUSP', 'bank', 'MS03'],
    ['EXPI', null, 'MD20'],
    ['RCVD', null, 'MD01'],
    ['PATC', null, 'MD01'],
    ['CANC', null, 'MD01'],
    ['RJCT', null, 'MD01'],
  ] as const)('is allowed while the mandate is active only: %s, suspended by %s: %s', (status, suspendedBy, reason) => {
    const given = { ...mandate({ sequenceType: 'OOFF' } as Occurrences), status, suspendedBy };
    expect(collectionRefusal(given, jod('1'), '2026-02-01')).toBe(reason);
  });

  it('is not before the first day that was agreed', () => {
    const given = mandate({ sequenceType: 'OOFF', firstCollectionDate: '2026-02-02' } as Occurrences);
    expect([collectionRefusal(given, jod('1'), '2026-02-01'), collectionRefusal(given, jod('1'), '2026-02-02')]).toEqual([
      'DT01',
      undefined,
    ]);
  });

  it('is in the currency of the mandate', () => {
    const given = mandate({ sequenceType: 'OOFF' } as Occurrences);
    expect(collectionRefusal(given, { currency: 'EUR', amount: '1' }, '2026-02-01')).toBe('AM03');
    expect(collectionRefusal({ ...given, currency: 'EUR' }, { currency: 'EUR', amount: '1' }, '2026-02-01')).toBeUndefined();
  });

  it('can be refunded once, within eight weeks, in the core scheme', () => {
    const core = { localInstrumentCode: 'CORE', classificationCode: 'VARI' };
    const booked = { state: 'booked', bookedOn: '2026-01-01', refundAskedAt: null } as const;
    expect([refundable(core, booked, '2026-02-26'), refundable(core, booked, '2026-02-27')]).toEqual([true, false]);
    expect(refundable(core, { ...booked, refundAskedAt: new Date() }, '2026-01-02')).toBe(false);
    expect(refundable(core, { state: 'returned', bookedOn: null, refundAskedAt: null }, '2026-01-02')).toBe(false);
    expect(refundable({ ...core, localInstrumentCode: 'B2B' }, booked, '2026-01-02')).toBe(false);
  });
});
