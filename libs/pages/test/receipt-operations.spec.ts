import { hasReceipt, issuers, operations } from '@open-banking/spec';
import { languages, localeOf } from '../src/index.js';

const withReceipt = [...operations.filter(hasReceipt).map(({ id }) => id), ...issuers.map((issuer) => `${issuer}.approve`)];
const scripts = { en: /^[\p{Script=Latin}\p{P}\s]+$/u, he: /^[\p{Script=Hebrew}\p{P}\s]+$/u, ar: /^[\p{Script=Arabic}\p{M}\p{P}\s]+$/u };

describe.each(languages)('the names of what receipts are for, in %s', (language) => {
  const { operations: names, otherOperation } = localeOf(language).receipts;

  it('are one for each operation that can have a receipt, and for no other', () => {
    expect(Object.keys(names).sort()).toEqual([...withReceipt].sort());
  });

  it('are each of one operation alone, and none is the general one', () => {
    const said = [...Object.values(names), otherOperation];
    expect(said.filter((name, at) => said.indexOf(name) !== at)).toEqual([]);
  });

  it('are in the script of the language, and not in the words of the interface', () => {
    for (const [operation, name] of Object.entries(names)) {
      expect({ operation, name }).toEqual({ operation, name: expect.stringMatching(scripts[language]) as string });
      expect(name).not.toContain(operation);
    }
  });
});
