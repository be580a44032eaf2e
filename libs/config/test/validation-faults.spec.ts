import { IsInt, Min } from '@open-banking/config/class-validator';
import { validatePlain, dottedPath, IsNested, jsonPointer, MayBeMissing, type PathNotation } from '@open-banking/config';

class Window {
  @IsInt({ message: 'must be a whole number' }) @Min(1, { message: 'must be a whole number' }) readonly second!: number;
}
class Plan {
  @MayBeMissing() @IsNested(() => Window) readonly read?: Window;
  @MayBeMissing() @IsNested(() => Window) readonly 'a/b'?: Window;
}
const faultLines = (plain: unknown, notation?: PathNotation): string[] =>
  validatePlain(Plan, plain, notation).faults.map(({ path, sentence }) => `${path} ${sentence}`);

describe('A decorated class', () => {
  it('accepts a valid value and returns an instance', () => {
    const { value, faults } = validatePlain(Plan, { read: { second: 1 } });
    expect(faults).toEqual([]);
    expect(value).toBeInstanceOf(Plan);
    expect(value.read).toBeInstanceOf(Window);
  });

  it('reports every fault with its path, in both notations', () => {
    const plain = { read: { second: 0 }, 'a/b': { second: 1.5 } };
    expect(faultLines(plain, dottedPath)).toEqual(['read.second must be a whole number', 'a/b.second must be a whole number']);
    expect(faultLines(plain, jsonPointer)).toEqual(['/read/second must be a whole number', '/a~1b/second must be a whole number']);
  });

  it.each([
    [null, 'null'],
    [25, '25'],
    [[], 'a list'],
    [[{ second: 1 }], 'a list'],
  ])('refuses %j in place of an object', (value, shown) => {
    expect(faultLines({ read: value })).toEqual([`/read must be an object with names among second; it is ${shown}`]);
    expect(faultLines(value)).toEqual([` must be an object with names among read, a/b; it is ${shown}`]);
  });

  it.each(['week', 'constructor', '__proto__', 'hasOwnProperty', 'toString'])('refuses the unknown member %s', (name) => {
    const plain: unknown = JSON.parse(`{"read":{"second":1,"${name}":{}}}`);
    expect(faultLines(plain)).toEqual([`/read/${name} is not known here; names are among second`]);
    expect(faultLines(JSON.parse(`{"${name}":1}`))).toEqual([`/${name} is not known here; names are among read, a/b`]);
  });
});
