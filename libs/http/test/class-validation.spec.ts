import { ValidateBy } from '@open-banking/config/class-validator';
import { RequestedAmount } from '@open-banking/messages';
import { readableTexts, unreadableTexts } from '@open-banking/testing';
import {
  AllowsOtherFields,
  faultsOfClass,
  IsAnyObject,
  IsFlag,
  IsFormat,
  IsListOf,
  IsMessage,
  IsNested,
  IsOneOf,
  IsPresent,
  IsText,
  IsWholeNumber,
  Optional,
} from '../src/index.js';

class Account {
  @IsFormat('iban') readonly iban!: string;
}
class Customer {
  @IsFormat('uuid') readonly customerId!: string;
}
class Transfer extends Customer {
  @IsText({ min: 1, max: 5, notBlank: true }) readonly name!: string;
  @IsMessage(RequestedAmount) readonly amount!: RequestedAmount;
  @IsNested(() => Account) readonly account!: Account;
  @IsListOf(IsOneOf('read', 'act'), { min: 1, max: 2, distinct: true }) readonly roles!: string[];
  @Optional() @IsFlag() readonly urgent?: boolean;
  @Optional() @IsWholeNumber({ min: 0 }) readonly from?: number;
  @Optional() @IsAnyObject() readonly extra?: object;
  @IsPresent() readonly facts!: unknown;
}

const transfer = {
  customerId: '00000000-0000-4000-8000-000000000001',
  name: 'Noa',
  amount: { currency: 'ILS', amount: '12.50' },
  account: { iban: 'IL620108000000099999999' },
  roles: ['read'],
  facts: null,
};
const faults = (change: object): string[] =>
  faultsOfClass(Transfer, { ...transfer, ...change }).map(({ path = '', text }) => `${path}: ${text}`);

describe('a value of a decorated class', () => {
  it('passes with every field well-formed, and without the optional ones', () => {
    expect(faults({})).toEqual([]);
    expect(faults({ urgent: true, from: 0, extra: { anything: [1] } })).toEqual([]);
  });

  it.each([
    ['a field left out', { name: undefined }, '/name: This field is required.'],
    ['a value of another type', { name: 5 }, '/name: Must be a string.'],
    ['null for an optional field', { urgent: null }, '/urgent: Must be true or false.'],
    ['a text that is too long, by code points', { name: '𝕏𝕏𝕏𝕏𝕏𝕏' }, '/name: Must have at most 5 characters.'],
    ['an empty text', { name: '' }, '/name: Must not be blank.'],
    ['a fraction', { from: 1.5 }, '/from: Must be a whole number.'],
    ['a number below its bound', { from: -1 }, '/from: Must be 0 or more.'],
    ['a text in another form', { customerId: 'Noa' }, '/customerId: Must be a UUID.'],
    ['a value that is not listed', { roles: ['read', 'owner'] }, '/roles/1: Must be one of read, act.'],
    ['a list that repeats itself', { roles: ['act', 'act'] }, '/roles: Must not have the same entry twice.'],
    ['something else than a list', { roles: 'read' }, '/roles: Must be an array.'],
    [
      'a field inside another',
      { account: { iban: 'IL00' } },
      '/account/iban: Must be an IBAN in capitals without spaces, with the right check digits.',
    ],
    ['a list where an object belongs', { account: [] }, '/account: Must be an object.'],
    [
      'a message with a fault',
      { amount: { currency: 'ILS', amount: '1.234' } },
      '/amount/amount: Does not fit its currency: ILS has 2 fraction digits.',
    ],
    ['an unknown field', { nick: 1 }, '/nick: This field is not known here; leave it out.'],
    [
      'an unknown field inside another',
      { account: { ...transfer.account, 'a/b': 1 } },
      '/account/a~1b: This field is not known here; leave it out.',
    ],
    // Every object inherits these names: class-validator alone would accept them, and class-transformer would call the first.
    ['a field named constructor', { constructor: 'Noa' }, '/constructor: This field is not known here; leave it out.'],
    ['a field named hasOwnProperty', { hasOwnProperty: 1 }, '/hasOwnProperty: This field is not known here; leave it out.'],
    ['an object that names its constructor', { name: { constructor: 'Noa' } }, '/name: Must be a string.'],
  ])('reports %s with its path', (_, change, fault) => {
    expect(faults(change)).toEqual([fault]);
  });

  it.each(Object.keys(transfer).filter((name) => name !== 'facts'))('reports %s where it is an object that has no text', (name) => {
    const found = faults({ [name]: { toString: null } });
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((fault) => !fault.startsWith(`/${name}`))).toEqual([]);
  });

  it('reports all faults at once, those of the base class first', () => {
    expect(faults({ customerId: 1, name: ' ', roles: [], other: 1 })).toEqual([
      '/customerId: Must be a string: a UUID.',
      '/name: Must not be blank.',
      '/roles: Must have at least 1 entry.',
      '/other: This field is not known here; leave it out.',
    ]);
  });

  it.each([[null], [[]], ['text'], [undefined]])('refuses %j as a whole', (value) => {
    expect(faultsOfClass(Transfer, value)).toEqual([{ code: 'FORMAT_ERROR', text: 'Must be an object.' }]);
  });

  it('treats __proto__ as an ordinary field name', () => {
    const value: unknown = JSON.parse(`{"customerId":"${transfer.customerId}","__proto__":{"name":"Noa"}}`);
    expect(faultsOfClass(Customer, value)).toMatchObject([{ path: '/__proto__' }]);
  });

  it('ignores other fields only if the class allows it', () => {
    @AllowsOtherFields()
    class Open {
      @IsText() readonly name!: string;
    }
    expect(faultsOfClass(Open, { name: 'Noa', nick: 1, constructor: 'Noa' })).toEqual([]);
    expect(faultsOfClass(Account, { ...transfer.account, nick: 1 })).toMatchObject([{ path: '/nick' }]);
  });

  it('refuses texts that nobody can read, unless they are secrets', () => {
    class Note {
      @Optional() @IsText({ min: 1 }) readonly text?: string;
      @Optional() @IsListOf(IsText()) readonly texts?: readonly string[];
      @Optional() @IsText({ isSecret: true }) readonly password?: string;
    }
    const sentence = 'Must have a character that is visible, and at most 8 marks on one letter.';
    for (const text of unreadableTexts) {
      expect(faultsOfClass(Note, { text, texts: ['a', text], password: text })).toEqual([
        { code: 'FORMAT_ERROR', path: '/text', text: sentence },
        { code: 'FORMAT_ERROR', path: '/texts/1', text: sentence },
      ]);
    }
    for (const text of readableTexts) expect(faultsOfClass(Note, { text, texts: [text], password: text })).toEqual([]);
  });

  it('looks at the entries of a list up to its bound, and lists a hundred faults of a value at most', () => {
    let looks = 0;
    const isLooked = (): PropertyDecorator =>
      ValidateBy({ name: 'looked', validator: { validate: () => (looks += 1) < 0 } }, { message: 'Is looked at.' });
    class Lists {
      @Optional() @IsListOf(isLooked(), { max: 20 }) readonly bounded?: readonly unknown[];
      @Optional() @IsListOf(isLooked()) readonly unbounded?: readonly unknown[];
    }
    const many = Array<number>(30_000).fill(1);
    expect(faultsOfClass(Lists, { bounded: many })).toEqual([
      { code: 'FORMAT_ERROR', path: '/bounded', text: 'Must have at most 20 entries.' },
      ...Array.from({ length: 20 }, (_, at) => ({ code: 'FORMAT_ERROR', path: `/bounded/${at}`, text: 'Is looked at.' })),
    ]);
    expect(faultsOfClass(Lists, { unbounded: many })).toHaveLength(100);
    expect(faultsOfClass(Lists, Object.fromEntries(many.map((_, at) => [`field${at}`, at])))).toHaveLength(100);
    expect(looks).toBeLessThan(1_000);
  });
});
