import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'autocannon';

/**
 * Throws unless both servers answer each request identically, because otherwise they do different work. Only cursors may differ: the
 * service seals them.
 */
export async function sameAnswers(requests: readonly Request[], floor: string, ours: string): Promise<void> {
  for (const { path, headers } of requests) {
    const [bare, full] = await Promise.all(
      [floor, ours].map(async (url) => {
        const answer = await fetch(url + path, { headers });
        return { status: answer.status, text: (await answer.text()).replace(/cursor=[\w%-]+/, 'cursor=…') };
      }),
    );
    if (full!.status !== 200) throw new Error(`${path}: the service answers ${full!.status} ${full!.text.slice(0, 300)}`);
    if (bare!.status !== 200) throw new Error(`${path}: the floor answers ${bare!.status} ${bare!.text.slice(0, 300)}`);
    if (!isDeepStrictEqual(JSON.parse(bare!.text), JSON.parse(full!.text)))
      throw new Error(`${path}: the responses differ.\nfloor   ${bare!.text.slice(0, 2_000)}\nservice ${full!.text.slice(0, 2_000)}`);
  }
}
