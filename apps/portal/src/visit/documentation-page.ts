import { markdownCopy } from './markdown-copy.js';
import type { PageHandler } from './portal-router.js';

const ending = '.md';
const withoutEnding = (value: string): string => (value.endsWith(ending) ? value.slice(0, -ending.length) : value);

/** A page of the documentation: at its address with `.md` it is Markdown (https://llmstxt.org). The page links to that copy. */
export const documentationPage =
  (handle: PageHandler): PageHandler =>
  async (visit, reply) => {
    const { path, site } = visit.frame;
    const isCopy = path.endsWith(ending);
    const params = isCopy
      ? Object.fromEntries(Object.entries(visit.params).map(([name, value]) => [name, withoutEnding(value)]))
      : visit.params;
    const result = await handle({ ...visit, params }, reply);
    if (!('content' in result)) return result;
    if (isCopy) return { file: markdownCopy(result.content.text, site), type: 'text/markdown; charset=utf-8' };
    return { ...result, markdown: `${path}${ending}` };
  };
