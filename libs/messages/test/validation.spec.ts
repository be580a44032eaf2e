import { AccountReference } from '../src/reference.js';
import { RequestedAmount } from '../src/amount.js';
import { formats } from '../src/formats.js';
import { faultsOf, withContradictions } from '../src/validation.js';
import { IsoDate } from '../src/dates.js';
import { VisibleLine } from '../src/visible-text.js';
import Type from 'typebox';

const Payment = Type.Object(
  {
    instructedAmount: RequestedAmount,
    creditorAccount: AccountReference,
    creditorName: Type.String({ minLength: 1, maxLength: 70 }),
    'a/b~c': Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
const payment = {
  instructedAmount: { currency: 'EUR', amount: '1.00' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Noa',
};

describe('validation', () => {
  it('reports nothing for valid input', () => {
    expect(faultsOf(Payment, payment)).toEqual([]);
  });

  it('reports all faults at once, each with its place', () => {
    const faults = faultsOf(Payment, {
      instructedAmount: { currency: 'EUR', amount: '1.001' },
      creditorAccount: { iban: 'DE00' },
      creditorNam: 'Noa',
    });
    expect(faults).toEqual(
      expect.arrayContaining([
        { code: 'FORMAT_ERROR', path: '/creditorName', text: 'This field is required.' },
        { code: 'FORMAT_ERROR', path: '/creditorNam', text: 'This field is not known here; leave it out.' },
        { code: 'FORMAT_ERROR', path: '/instructedAmount/amount', text: 'Does not fit its currency: EUR has 2 fraction digits.' },
        {
          code: 'FORMAT_ERROR',
          path: '/creditorAccount/iban',
          text: 'Must be an IBAN in capitals without spaces, with the right check digits.',
        },
      ]),
    );
    expect(faults).toHaveLength(4);
  });

  it('lists the first hundred faults of a body that has more, and no contradictions of what is misformed', () => {
    const List = Type.Object({ accounts: Type.Array(AccountReference) });
    const faults = faultsOf(List, { accounts: Array<number>(30_000).fill(1) });
    expect(faults.map(({ path }) => path)).toEqual(Array.from({ length: 100 }, (_, at) => `/accounts/${at}`));
    const contradiction = { code: 'FORMAT_ERROR', path: '/accounts' } as const;
    expect(withContradictions(faults, () => [contradiction])).toEqual(faults);
    expect(withContradictions(faults.slice(1), () => [contradiction])).toEqual([...faults.slice(1), contradiction]);
  });

  it('writes paths as JSON Pointers in a body and as bare names in a query', () => {
    expect(faultsOf(Payment, { ...payment, 'a/b~c': 'yes' })).toEqual([
      { code: 'FORMAT_ERROR', path: '/a~1b~0c', text: 'Must be true or false.' },
    ]);
    const Query = Type.Object({ limit: Type.Optional(Type.String({ pattern: '^[0-9]+$' })) }, { additionalProperties: false });
    expect(
      faultsOf(Query, { limit: 'x', limits: '1' }, 'query')
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['limit', 'limits']);
  });

  it('accepts an account with exactly one identifier', () => {
    const referenceFaults = (reference: object) =>
      faultsOf(Payment, { ...payment, creditorAccount: reference }).map(({ path, text }) => `${path} ${text}`);
    expect(referenceFaults({ maskedPan: '123456******7890' })).toEqual([]);
    expect(faultsOf(Payment, { ...payment, creditorAccount: { pan: '4111111111111111', currency: 'EUR' } })).toEqual([
      expect.objectContaining({ code: 'PARAMETER_NOT_SUPPORTED', path: '/creditorAccount/pan' }),
    ]);
    expect(faultsOf(Payment, { ...payment, creditorAccount: { iban: 'DE89370400440532013000', pan: '4' } })).toEqual([
      expect.objectContaining({ code: 'PARAMETER_NOT_SUPPORTED', path: '/creditorAccount/pan' }),
    ]);
    expect(referenceFaults({ currency: 'EUR' })).toEqual([
      '/creditorAccount Must name exactly one of iban, bban, maskedPan, msisdn, other.',
    ]);
    expect(referenceFaults({ iban: 'DE89370400440532013000', bban: '37' })).toEqual([
      '/creditorAccount Must name exactly one of iban, bban, maskedPan, msisdn, other.',
    ]);
  });

  it.each([
    'de89370400440532013000',
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013001',
    'XX89370400440532013000',
    'IL62',
    '',
    5,
    null,
  ])('refuses %j as an IBAN', (iban) => {
    expect(faultsOf(AccountReference, { iban }).length).toBeGreaterThan(0);
    expect(faultsOf(AccountReference, { iban: 'IL620108000000099999999' })).toEqual([]);
  });

  it.each(['deutdeff', 'DEUTDEF', 'DEUTDEFF50', '', 'D3UTDEFF5000'])('refuses %j as a BIC', (bic) => {
    expect(faultsOf(Type.String({ format: 'bic' }), bic)).toEqual([{ code: 'FORMAT_ERROR', text: 'Must be a BIC (ISO 9362).' }]);
    expect(faultsOf(Type.String({ format: 'bic' }), 'DEUTDEFF500')).toEqual([]);
  });

  it('refuses input that matches two exclusive forms', () => {
    const either = {
      oneOf: [
        { type: 'object', properties: { day: { type: 'string' } } },
        { type: 'object', properties: { month: { type: 'string' } } },
      ],
    } as never;
    expect(faultsOf(either, { day: 'Monday' })).toEqual([
      { code: 'FORMAT_ERROR', text: 'Must be of exactly one of the forms allowed here.' },
    ]);
  });

  it('does not treat inherited object properties as fields', () => {
    expect(faultsOf(Payment, JSON.parse('{"__proto__":{}}')).map(({ path }) => path)).toContain('/__proto__');
    expect(faultsOf(Type.Object({ toString: Type.String() }), {})).toEqual([
      { code: 'FORMAT_ERROR', path: '/toString', text: 'This field is required.' },
    ]);
  });

  it('names the values of a missing field that has few', () => {
    const Query = Type.Object({ bookingStatus: Type.Union([Type.Literal('booked'), Type.Literal('pending')]), day: Type.String() });
    expect(faultsOf(Query, { bookingStatus: 'booked', day: '' }, 'query')).toEqual([]);
    expect(faultsOf(Query, {}, 'query')).toEqual([
      { code: 'FORMAT_ERROR', path: 'bookingStatus', text: 'This parameter is required: booked, pending.' },
      { code: 'FORMAT_ERROR', path: 'day', text: 'This parameter is required.' },
    ]);
  });

  it('reports an empty text once, by what its form says where it has one', () => {
    const [Name, Form] = [Type.String({ minLength: 1, maxLength: 5 }), VisibleLine(5)];
    expect(faultsOf(Name, '')).toEqual([{ code: 'FORMAT_ERROR', text: 'Must have at least 1 character.' }]);
    expect(faultsOf(Form, '')).toEqual([{ code: 'FORMAT_ERROR', text: 'Must not be blank.' }]);
    const Pair = Type.Object({ one: Name, other: Form });
    expect(faultsOf(Pair, { one: '', other: '' }).map(({ path, text }) => [path, text])).toEqual([
      ['/one', 'Must have at least 1 character.'],
      ['/other', 'Must not be blank.'],
    ]);
    const Long = Type.String({ minLength: 3, pattern: '^[a-z]+$', 'x-must': 'be small letters' });
    expect(faultsOf(Long, 'A').map(({ text }) => text)).toEqual(['Must have at least 3 characters.', 'Must be small letters.']);
    expect(faultsOf(Type.Array(Name, { minItems: 1 }), [])).toEqual([{ code: 'FORMAT_ERROR', text: 'Must have at least 1 entry.' }]);
    for (const schema of [Name, Form]) expect(faultsOf(schema, 'Noa')).toEqual([]);
  });

  it('reports a blank text in words', () => {
    const Name = Type.String({ minLength: 1, pattern: '\\S' });
    expect(faultsOf(Name, 'a')).toEqual([]);
    expect(faultsOf(Name, ' ')).toEqual([{ code: 'FORMAT_ERROR', text: 'Must not be blank.' }]);
  });

  it('reports which character a line cannot have', () => {
    const Name = Type.Object({ name: Type.String({ format: 'line' }) });
    for (const name of ['Dana Levi', 'דנה לוי בע״מ', '\u200fא.ב. 12\u200e', 'می\u200cخواهم', '😀', 'a\u00a0b'])
      expect(faultsOf(Name, { name })).toEqual([]);
    expect(faultsOf(Name, { name: ' \u200e ' })).toEqual([{ code: 'FORMAT_ERROR', path: '/name', text: 'Must not be blank.' }]);
    for (const [name, code] of [
      ['a\nb', '000A'],
      ['\u202eab', '202E'],
      ['a\u{e0041}', 'E0041'],
    ]) {
      expect(faultsOf(Name, { name })).toEqual([
        { code: 'FORMAT_ERROR', path: '/name', text: `Must be one line of visible characters, without U+${code}.` },
      ]);
    }
  });

  it('takes none of the control and format characters of Unicode in a line but joiners, marks of direction and signs that are seen', () => {
    const signs = '\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}';
    const taken = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(character));
    const inLine = (format: 'line' | 'identification') => taken.filter((character) => formats[format].is(`a${character}b`)).join('');
    expect([...inLine('identification')]).toEqual([...signs]);
    expect([...inLine('line')].sort()).toEqual([...signs, '\u200c', '\u200d', '\u200e', '\u200f'].sort());
  });

  it('reports the sentence of an alternative once, together with the other faults', () => {
    const Schema = Type.Object({
      of: Type.Union([IsoDate, Type.Literal('today')], { 'x-must': 'be a day or today' }),
      id: Type.String({ format: 'uuid' }),
    });
    const id = '11111111-1111-4111-8111-111111111111';
    expect([faultsOf(Schema, { of: 'today', id }), faultsOf(Schema, { of: '2026-12-01', id })]).toEqual([[], []]);
    expect(faultsOf(Schema, { of: '2026-13-01', id: `urn:uuid:${id}` })).toEqual([
      { code: 'FORMAT_ERROR', path: '/of', text: 'Must be a day or today.' },
      { code: 'FORMAT_ERROR', path: '/id', text: 'Must be a UUID.' },
    ]);
  });
});
