import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { reachedServices } = (await import(`${root}build/nx/test-inputs.mjs`)) as {
  reachedServices(texts: readonly string[], services: readonly string[]): ReadonlySet<string>;
};

const reached = (...texts: string[]): string[] => [...reachedServices(texts, services)].sort();

describe('the services that the tests of a project reach', () => {
  it('are those that their banks name, over all files', () => {
    const texts = [
      "const bank = runningBank(['ais-pis', 'cards']);",
      "const bank = leasedBank(['ais-pis'], settings);\nconst other = killableBank(\n  ['mandates'],\n);",
      'it("reaches none", () => undefined);',
    ];
    expect(reached(...texts)).toEqual(['ais-pis', 'cards', 'mandates']);
    expect(reached(texts[2]!)).toEqual([]);
  });

  it.each([
    ['const bank = runningBank(services);'],
    ["const bank = freshBank(['ais-pis', ...others]);"],
    ["const bank = ownBank(Object.keys(schemes) as Service[], { SIZE: '1' });"],
    ['const bank = await startBank(options);'],
    ["spawn('npm', ['start'])"],
  ])('are all where they are not written there: %s', (text) => {
    expect(reached("const bank = runningBank(['cards']);", text)).toEqual([...services].sort());
  });

  it('are also those whose folder or package a test names', () => {
    expect(
      reached("fork(at('../../apps/cards/dist/bundle/main.js'))", "import { sql } from '@open-banking/securities/statements';"),
    ).toEqual(['cards', 'securities']);
  });
});
