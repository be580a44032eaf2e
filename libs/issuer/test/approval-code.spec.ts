import type { ConsentFacts } from '@open-banking/pages';
import { aboutOf, approvalCode, sameCode } from '../src/interaction/approval-code.js';

const asked = { id: '3f1c6a4e-9a52-4c1b-8f0e-7c1f0c2d9a11', clientId: 'c', psuId: 'p' };
const facts: ConsentFacts = {
  kind: 'consent',
  access: 'all',
  choose: 'none',
  rights: ['accounts'],
  offers: [],
  recurring: true,
  frequencyPerDay: 4,
  validUntil: '2027-03-20',
  second: false,
  unavailable: [],
};
const key = Buffer.alloc(32, 1);
const codeFor = (about: Buffer, number = 1) => approvalCode(key, Buffer.from('interaction'), about, number);

describe('an approval code', () => {
  it('has six digits and is the same for the same facts', () => {
    expect(codeFor(aboutOf(asked, facts))).toMatch(/^\d{6}$/);
    expect(codeFor(aboutOf({ ...asked }, { ...facts }))).toBe(codeFor(aboutOf(asked, facts)));
  });

  it('differs for other facts, for another customer, or when it is sent again', () => {
    const codes = [
      codeFor(aboutOf(asked, facts)),
      codeFor(aboutOf(asked, facts), 2),
      codeFor(aboutOf({ ...asked, psuId: 'q' }, facts)),
      codeFor(aboutOf(asked, { ...facts, validUntil: '2027-03-21' })),
      codeFor(aboutOf(asked, { ...facts, rights: ['accounts', 'balances'] })),
    ];
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('is accepted with spaces, but with no other change', () => {
    expect(sameCode(' 123 456', '123456')).toBe(true);
    for (const wrong of ['', '12345', '1234567', '123457', 'abcdef', '１２３４５６']) expect(sameCode(wrong, '123456')).toBe(false);
  });
});
