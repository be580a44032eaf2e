import { exchange, ownAddress } from '@open-banking/testing';

export interface CrawledPage {
  readonly path: string;
  readonly status: number;
  /** The page that leads there. */
  readonly from: string;
  readonly anchors: ReadonlySet<string>;
  /** The addresses on this site that it leads to, with their anchors. */
  readonly links: readonly string[];
}

const acceptOfBrowsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** More pages than the site has: a crawl that goes on is a fault of the site. */
const maxPages = 5_000;

/** The targets of a page: links, style sheets and images of HTML; links of Markdown. */
function targetsIn(type: string, text: string): string[] {
  if (type.startsWith('text/html'))
    return [...text.matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g)].map(([, target]) => target!.replaceAll('&amp;', '&'));
  return type.startsWith('text/markdown') ? [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!) : [];
}

/** Every page of the bank that links lead to from `start`, in the sessions of these cookies by the beginning of a path. */
export async function crawl(
  baseUrl: string,
  start: string,
  cookies: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, CrawledPage>> {
  const pages = new Map<string, CrawledPage>();
  const waiting: (readonly [path: string, from: string])[] = [[start, '']];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [path, from] = next;
    if (pages.has(path)) continue;
    if (pages.size >= maxPages) throw new Error(`More than ${maxPages} pages, the last of them ${path}`);
    const cookie = Object.entries(cookies).find(([beginning]) => path.startsWith(beginning))?.[1];
    // From an address of its own: pages are limited by address.
    const { status, headers, text } = await exchange(baseUrl + path, {
      from: ownAddress(),
      headers: { accept: acceptOfBrowsers, ...(cookie !== undefined && { cookie }) },
    });
    const targets = [...targetsIn(String(headers['content-type']), text), ...[headers['location'] ?? []].flat()];
    const urls = targets.map((target) => new URL(target, baseUrl + path)).filter(({ origin }) => origin === new URL(baseUrl).origin);
    const anchors = new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!));
    pages.set(path, { path, status, from, anchors, links: urls.map(({ pathname, search, hash }) => pathname + search + hash) });
    waiting.push(...urls.map(({ pathname, search }) => [pathname + search, path] as const));
  }
  return pages;
}

/** Links to a heading that their page does not have. Markdown has its headings without ids. */
export function deadAnchors(pages: ReadonlyMap<string, CrawledPage>): string[] {
  return [...pages.values()].flatMap(({ path, links }) =>
    links
      .filter((link) => {
        const [target = '', anchor] = link.split('#');
        return anchor !== undefined && anchor !== '' && !/\.(?:md|txt)$/.test(path) && !pages.get(target)?.anchors.has(anchor);
      })
      .map((link) => `${path} -> ${link}`),
  );
}
