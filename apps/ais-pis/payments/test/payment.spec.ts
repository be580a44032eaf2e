import { readFileSync } from 'node:fs';
import {
  initialStatus,
  isInvestigated,
  paymentPhase,
  paymentStatusAt,
  transitions,
  waitsForFirst,
  type TransactionStatus,
} from '../src/payment.js';

const all = Object.keys(transitions) as TransactionStatus[];
const now = new Date('2026-11-21T10:00:00Z');
const later = new Date(now.getTime() + 1);

describe('the status of a payment', () => {
  it('has these transitions and no others', () => {
    expect(transitions).toEqual({
      RCVD: ['RVCM', 'ACTC', 'PATC', 'RJCT'],
      RVCM: ['ACTC', 'PATC', 'RJCT'],
      PATC: ['ACTC', 'RJCT'],
      ACTC: ['ACFC', 'PDNG', 'RJCT'],
      PDNG: ['ACFC', 'CANC', 'RJCT'],
      ACFC: ['ACSP', 'RJCT'],
      ACSP: ['ACSC', 'ACCC', 'RJCT'],
      ACSC: [],
      ACCC: [],
      RJCT: [],
      CANC: [],
    });
    expect(initialStatus).toBe('RCVD');
  });

  it('has the transitions that the documentation shows', () => {
    const documented = readFileSync(new URL('../../../../docs/payments.md', import.meta.url), 'utf8');
    const rows = [...documented.matchAll(/^\| `([A-Z]{4})` \| [^|]+ \| ([^|]*) \|$/gm)].map(([, from, to]) => [
      from,
      [...to!.matchAll(/`([A-Z]{4})`/g)].map(([, status]) => status),
    ]);
    expect(Object.fromEntries(rows)).toMatchObject(transitions);
  });

  it('is in phase open, living or ended', () => {
    expect(Object.fromEntries(all.map((status) => [status, paymentPhase(status)]))).toEqual({
      ...{ RCVD: 'open', RVCM: 'open', PATC: 'open', ACTC: 'active', PDNG: 'active', ACFC: 'active' },
      ...{ ACSP: 'active', ACSC: 'active', ACCC: 'active', RJCT: 'ended', CANC: 'ended' },
    });
    expect(all.filter(waitsForFirst)).toEqual(['RCVD', 'RVCM']);
  });

  it('is rejected from the moment at which its approval is late, even if that is not stored yet', () => {
    expect(paymentStatusAt({ transactionStatus: 'PATC', approveBy: now }, now)).toBe('RJCT');
    expect(paymentStatusAt({ transactionStatus: 'PATC', approveBy: later }, now)).toBe('PATC');
    expect(paymentStatusAt({ transactionStatus: 'ACTC', approveBy: null }, now)).toBe('ACTC');
  });

  it("stays when clearing's answer is late, and the bank investigates", () => {
    expect([{ answerBy: now }, { answerBy: later }, { answerBy: null }].map((payment) => isInvestigated(payment, now))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
