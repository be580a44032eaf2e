import { readdirSync, readFileSync } from 'node:fs';
import { guidePages, sectionsOf } from '../src/pages/guides.js';

const folder = new URL('../../docs/guides/programs/', import.meta.url);

describe('the guides', () => {
  it('show every section of every program, in the order of the program', () => {
    const pages = guidePages().map(({ content }) => content);
    for (const program of readdirSync(folder)) {
      const sections = [...sectionsOf(readFileSync(new URL(program, folder), 'utf8')).values()];
      expect(sections.length).toBeGreaterThan(program === 'approve.sh' ? 0 : 3);
      const showing = pages.filter((content) => content.includes(`(programs/${program})`));
      // A part may be in a guide of its own: what a client does with mandates is in that of mandates.
      const missing = sections.filter((code) => !showing.some((content) => content.includes(code)));
      expect([program, missing]).toEqual([program, []]);
      for (const content of showing) {
        const places = sections.map((code) => content.indexOf(code)).filter((place) => place >= 0);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
      }
    }
  });

  it('leave nothing of the templates behind', () => {
    for (const { content } of guidePages()) expect(content).not.toMatch(/\{\{|\[start\]/);
  });
});
