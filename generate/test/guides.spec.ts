import { readdirSync, readFileSync } from 'node:fs';
import { guidePages, sectionsOf } from '../src/pages/guides.js';

const folder = new URL('../../docs/guides/programs/', import.meta.url);

describe('the guides', () => {
  it('show every section of every program, in the order of the program', () => {
    const pages = guidePages().map(({ content }) => content);
    for (const program of readdirSync(folder)) {
      const sections = [...sectionsOf(readFileSync(new URL(program, folder), 'utf8')).values()];
      expect(sections.length).toBeGreaterThan(3);
      const page = pages.find((content) => content.includes(`(programs/${program})`) && content.includes(sections[0]!));
      expect([program, page !== undefined]).toEqual([program, true]);
      const places = sections.map((code) => page!.indexOf(code));
      expect([program, Math.min(...places) > 0]).toEqual([program, true]);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  it('leave nothing of the templates behind', () => {
    for (const { content } of guidePages()) expect(content).not.toMatch(/\{\{|\[start\]/);
  });
});
