import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { furthest, gapBehind, readMark, writeMark, type HighWaterMark, type Position } from '../src/recovery/high-water-mark.js';

const mark: HighWaterMark = { recoveries: 1, sealNumber: '120', hash: 'aa', instructionId: '019a0000-0000-7000-8000-000000000002' };
const there: Position = { recoveries: 1, sealNumber: '130', hash: 'bb', hashAtMark: 'aa', knowsInstruction: true };

describe('the high-water mark', () => {
  it('reports no gap if the database is at the mark or beyond it', () => {
    expect(gapBehind(undefined, there)).toBeUndefined();
    expect(gapBehind(mark, there)).toBeUndefined();
    expect(gapBehind(mark, { ...there, sealNumber: '120', hash: 'aa' })).toBeUndefined();
    expect(gapBehind({ ...mark, sealNumber: '0', hash: '00' }, { ...there, hashAtMark: null })).toBeUndefined();
  });

  it.each([
    ['a shorter audit', { sealNumber: '119', hashAtMark: null }, 'ends at seal 119, but had reached seal 120'],
    ['a different audit of the same length', { hashAtMark: 'cc' }, 'Seal 120 of the audit differs from the recorded one'],
    ['a missing instruction', { knowsInstruction: false }, `Clearing was given instruction ${mark.instructionId}`],
    ['a missing recovery', { recoveries: 0 }, 'Recovery 1 had ended, but the database contains only 0'],
  ])('detects a database with %s', (_, extra, lack) => {
    expect(gapBehind(mark, { ...there, ...extra })).toContain(lack);
  });

  it('is ignored if it is from before a recovery', () => {
    expect(gapBehind(mark, { ...there, recoveries: 2, sealNumber: '90', hashAtMark: null, knowsInstruction: false })).toBeUndefined();
  });

  it('never moves backwards, in whatever order replicas record it', () => {
    const other: HighWaterMark = { recoveries: 1, sealNumber: '121', hash: 'dd', instructionId: '019a0000-0000-7000-8000-000000000001' };
    const both = { ...other, instructionId: mark.instructionId };
    expect([furthest(mark, other), furthest(other, mark)]).toEqual([both, both]);
    expect(furthest(mark, undefined)).toEqual(mark);
    const later: HighWaterMark = { recoveries: 2, sealNumber: '5', hash: 'ee' };
    expect([furthest(mark, later), furthest(later, mark)]).toEqual([later, later]);
  });

  it('is read as written, and an invalid file is named in the error', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'mark-')), 'mark.json');
    expect(readMark(file)).toBeUndefined();
    writeMark(file, mark);
    expect(readMark(file)).toEqual(mark);
    expect(() => readMark('/dev/null')).toThrow('/dev/null cannot be read');
  });
});
