import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes, type Code } from '@open-banking/messages';
import { codeInUse } from '../src/reference/refusals.js';
import { refusalTexts } from '../src/reference/refusal-texts.js';

const root = new URL('../../../', import.meta.url).pathname;
const sources = ['libs', 'apps']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((name) => /^(?:libs\/[\w-]+|apps\/[\w-]+(?:\/[\w-]+)?)\/src\/.*\.ts$/.test(name) && !name.includes('node_modules'))
  .filter((name) => !name.endsWith('refusal-texts.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

/** The longest run of words of a text, without the values in it, that stands in the source code. */
const longestRun = (text: string): number => {
  const words = text.split(' ');
  let longest = 0;
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1) {
      const run = words.slice(from, to).join(' ');
      if (!sources.includes(run)) break;
      longest = Math.max(longest, to - from);
    }
  return longest;
};

const all = (Object.entries(refusalTexts) as [Code, readonly { text?: string }[]][]).flatMap(([code, texts]) =>
  texts.map(({ text = '' }) => [code, text] as const),
);

describe('the examples of an error', () => {
  it('are looked for by their words, which an invented text does not have', () => {
    expect(longestRun('Purple payments sleep on Tuesdays until noon')).toBeLessThan(3);
  });

  it.each(all)('of %s are texts of this bank: %s', (_, text) => {
    expect(longestRun(text)).toBeGreaterThanOrEqual(Math.min(4, text.split(' ').length / 2));
  });

  it.each(Object.keys(codes) as Code[])('has a body for %s, with its code and address', (code) => {
    const { examples } = codeInUse(
      code,
      true,
      (refusalTexts[code] ?? []).map((text) => ({ code, ...text })),
    );
    expect(examples.length).toBeGreaterThan(0);
    for (const { body } of examples)
      expect(body.tppMessages).toEqual(
        expect.arrayContaining([expect.objectContaining({ code, href: `/errors/${code}`, text: expect.any(String) })]),
      );
    const texts = examples.map(({ body }) => body.tppMessages[0]!.text);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('names the operations that return the code, and no others', () => {
    expect(codeInUse('PAYMENT_FAILED', true, []).operationIds).toEqual(['createPayment']);
    expect(codeInUse('CERTIFICATE_MISSING', true, []).operationIds).toContain('createPayment');
    expect(codeInUse('ACCESS_EXCEEDED', false, []).operationIds.length).toBeLessThan(
      codeInUse('ACCESS_EXCEEDED', true, []).operationIds.length,
    );
  });
});
