import type { CallOptions } from './call-options.js';
import type { AnyInput, Caller } from './caller.js';
import type { OperationId } from './operation-ids.js';
import { isObject } from './untrusted.js';

interface Linked {
  readonly _links?: { readonly next?: { readonly href?: unknown } | null } | null;
}

/** The link to the next page: of the answer itself, or of a list in it. */
function nextOf(page: unknown): string | undefined {
  if (!isObject(page)) return undefined;
  const places = [page, ...Object.values(page).filter(isObject)] as Linked[];
  return places.map(({ _links }) => _links?.next?.href).find((href) => typeof href === 'string');
}

/** All pages of a list, each read when it is asked for. */
export async function* pagesOf(
  caller: Caller,
  id: OperationId,
  input?: AnyInput,
  { requestId, ...options }: CallOptions = {},
): AsyncGenerator<unknown> {
  let page = await caller.call(id, input, { ...options, ...(requestId !== undefined && { requestId }) });
  for (;;) {
    yield page;
    const next = nextOf(page);
    if (next === undefined) return;
    page = await caller.follow(id, next, options);
  }
}
