import {
  idleBefore,
  initialStatus,
  phaseOf,
  reasons,
  stateAt,
  transitions,
  withdrawable,
  type MandateStatus,
  type Times,
} from '../src/mandates/mandate.js';

const all = Object.keys(transitions) as MandateStatus[];
const now = new Date('2026-11-21T10:00:00Z');
const state = (times: Partial<Times>) =>
  stateAt(
    { mandateStatus: 'ACTV', reasonCode: null, approveBy: null, finalCollectionDate: null, idleSince: null, ...times },
    now,
    '2026-11-21',
  );

describe('the state machine of a mandate', () => {
  it('has these transitions and no others', () => {
    expect(transitions).toEqual({
      RCVD: ['ACTV', 'PATC', 'RJCT', 'CANC'],
      PATC: ['ACTV', 'RJCT', 'CANC'],
      ACTV: ['SUSP', 'EXPI', 'CANC'],
      SUSP: ['ACTV', 'EXPI', 'CANC'],
      EXPI: [],
      CANC: [],
      RJCT: [],
    });
    expect([initialStatus, withdrawable]).toEqual(['RCVD', ['RCVD', 'PATC']]);
  });

  it('gives these reasons (ISO 20022 ExternalMandateReason1Code)', () => {
    expect(reasons).toEqual({
      ...{ notApproved: 'MS03', refused: 'MS02', withdrawn: 'MD17', cancelled: 'MD18', ended: 'MD16', expired: 'MD20' },
      suspended: { customer: 'MS02', bank: 'MS03' },
    });
  });

  it('has three phases: open, living and ended', () => {
    expect(all.filter((status) => phaseOf(status) === 'open')).toEqual(withdrawable);
    expect(all.filter((status) => phaseOf(status) === 'active')).toEqual(['ACTV', 'SUSP']);
    expect(all.filter((status) => phaseOf(status) === 'ended')).toEqual(['EXPI', 'CANC', 'RJCT']);
  });

  it('ends at the moment its time is over, even if that is not stored yet', () => {
    const atTen = new Date(now.getTime());
    expect(state({ mandateStatus: 'RCVD', approveBy: atTen })).toEqual({ mandateStatus: 'RJCT', reasonCode: 'MS03' });
    expect(state({ mandateStatus: 'PATC', approveBy: new Date(now.getTime() + 1) })).toEqual({ mandateStatus: 'PATC', reasonCode: null });
    expect(state({ mandateStatus: 'ACTV', approveBy: atTen })).toEqual({ mandateStatus: 'ACTV', reasonCode: null });
    expect(state({ mandateStatus: 'RCVD', finalCollectionDate: '2026-11-20' })).toEqual({ mandateStatus: 'RCVD', reasonCode: null });
    expect(state({ finalCollectionDate: '2026-11-20' })).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(state({ finalCollectionDate: '2026-11-21' })).toEqual({ mandateStatus: 'ACTV', reasonCode: null });
    expect(state({ mandateStatus: 'SUSP', idleSince: '2023-11-21' })).toEqual({ mandateStatus: 'EXPI', reasonCode: 'MD20' });
    expect(state({ mandateStatus: 'SUSP', idleSince: '2023-11-22' })).toEqual({ mandateStatus: 'SUSP', reasonCode: null });
    expect(state({ mandateStatus: 'CANC', reasonCode: 'MD16', finalCollectionDate: '2020-01-01' })).toEqual({
      mandateStatus: 'CANC',
      reasonCode: 'MD16',
    });
    expect(idleBefore('2026-02-28')).toBe('2023-02-28');
  });
});
