import { markdownCopy } from './markdown-copy.js';
import type { PageHandler, Visit } from './portal-router.js';

const ending = '.md';
const withoutEnding = (value: string): string => (value.endsWith(ending) ? value.slice(0, -ending.length) : value);

const valuesWithoutEnding = (params: Visit['params']): Visit['params'] =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withoutEnding(value)]));

/** Caches may keep a copy and give it to others: it has nothing of the developer who asks, such as a token in a sample. */
function forEveryone({ developer: _, frame: { account: __, ...frame }, ...visit }: Visit, params: Visit['params']): Visit {
  return { ...visit, frame, params, kept: () => undefined };
}

/** A page of the documentation: at its address with `.md` it is Markdown (https://llmstxt.org). The page links to that copy. */
export const documentationPage =
  (handle: PageHandler): PageHandler =>
  async (visit, reply) => {
    const { path, site } = visit.frame;
    const isCopy = path.endsWith(ending);
    const params = isCopy ? valuesWithoutEnding(visit.params) : visit.params;
    const result = await handle(isCopy ? forEveryone(visit, params) : { ...visit, params }, reply);
    if (!('content' in result)) return result;
    if (isCopy) return { file: markdownCopy(result.content.text, site), type: 'text/markdown; charset=utf-8' };
    return { ...result, markdown: `${path}${ending}` };
  };
