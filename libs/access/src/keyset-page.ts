import type { Cursors } from '@open-banking/database';
import { inCode, type Operation } from '@open-banking/spec';
import Type from 'typebox';
import { beginOfList, boundTo, firstPage, openListCursor, orderOfFormat, pageAfter, type PageOrder } from './list-cursor.js';
import type { Principal } from './principal.js';

/** Query parameters of every paged list. */
export const pageQuery = {
  limit: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]?|[1-4][0-9]{2}|500)$',
      'x-must': 'be a whole number from 1 to 500',
      'x-integer': { minimum: 1, maximum: 500 },
      description: 'Highest number of entries on a page, 1 to 500; default 100.',
      examples: ['100'],
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 1_024,
      pattern: '^[A-Za-z0-9_-]+$',
      'x-must': 'be a cursor of a `next` link, unchanged',
      description: 'Opaque position at which the page begins; only a `next` link contains one.',
    }),
  ),
};

type QueryParameters = Readonly<Record<string, string | undefined>>;
/** Entries of a page where the query names no `limit`: a statement is the whole period up to so many (docs/decisions/0129). */
const entriesOfPage = { list: 100, statement: 2_000 } as const;

type CursorOwner = Pick<Principal, 'clientId' | 'consent'>;
export interface PageQuery {
  readonly limit?: string;
  readonly cursor?: string;
}

/** The paths of the first page and the next; a list ends where `next` is absent. */
export interface PageLinks {
  readonly first: string;
  readonly next?: string;
}

/** A page of rows, and its links. */
export interface PageOfRows<Row> extends PageLinks {
  readonly rows: Row[];
}

/** One page of a list by keyset: what to ask the database for, and the links once it has answered. */
export interface KeysetPage<Key extends readonly string[], Fixed extends readonly string[] = []> {
  /** Rows to read: one more than are shown, which shows that there is a next page. */
  readonly take: number;
  /** When the first page was asked for. */
  readonly began: Date;
  /** Which page of a statement this is, from 1; undefined where its list was begun in another format. */
  readonly number: number | undefined;
  readonly order: PageOrder;
  /** The key of the last row of the page before; undefined on the first page. */
  readonly after?: Key;
  /** The values that the first page settled for all that follow it (a period that ends "today"). */
  readonly fixed: Fixed;
  show<Row>(rows: readonly Row[], keyOf: (row: Row) => Key): PageOfRows<Row>;
  /**
   * The links of a page that the database has written: how many rows it found, at most `take`, and the key of the last but one, where there
   * are so many.
   */
  links(found: number, last: Key): PageLinks;
}

/** A list that has statements as a format, with its caller. */
type ListReader = CursorOwner & Pick<Principal, 'at' | 'format'>;

/**
 * The page that a query asks for. A cursor is bound to the path, the client, the consent and every other parameter
 * of the query, so it fits no other list; only `limit` may change between pages. It carries the time of the first page.
 */
export function keysetPage<Key extends readonly string[], Fixed extends readonly string[] = []>(
  cursors: Cursors,
  principal: ListReader,
  path: string,
  query: PageQuery,
  fixed: Fixed = [] as unknown as Fixed,
): KeysetPage<Key, Fixed> {
  const { limit, cursor } = query;
  const { about, pathWith } = listAddress(principal, path, query);
  const opened = cursor === undefined ? undefined : openListCursor(cursors, principal, about, cursor);
  const order = opened?.order ?? orderOfFormat(principal);
  const [began = firstPage(principal), ...place] = opened?.place ?? [];
  const settled = opened ? (place.slice(0, fixed.length) as unknown as Fixed) : fixed;
  const size = pageSize(principal, limit);
  const links = (more: boolean, last?: Key): PageLinks => {
    const first = pathWith();
    if (!more) return { first };
    return { first, next: pathWith(cursors.seal([pageAfter(began), ...settled, ...last!], boundTo(about, order)), first) };
  };
  const { at, number } = beginOfList(began);
  return {
    take: size + 1,
    began: at,
    number,
    order,
    after: opened && (place.slice(fixed.length) as unknown as Key),
    fixed: settled,
    show(rows, keyOf) {
      const shown = rows.slice(0, size);
      const last = shown.at(-1);
      return { rows: shown, ...links(rows.length > size, last && keyOf(last)) };
    },
    links: (found, last) => links(found > size, last),
  };
}

/** The order of a list's pages: that of its format, except where a cursor of an earlier release goes on with a statement. */
export function pageOrder(cursors: Cursors, principal: ListReader, path: string, query: PageQuery): PageOrder {
  const order = orderOfFormat(principal);
  if (order === 'newestFirst' || query.cursor === undefined) return order;
  return openListCursor(cursors, principal, listAddress(principal, path, query).about, query.cursor).order;
}

/** A list as it was asked for. */
export interface ListAddress {
  /** The values that its cursors are bound to. */
  readonly about: readonly (string | undefined)[];
  /** Its path with all parameters, at a cursor or at its first page. */
  pathWith(cursor?: string, first?: string): string;
}

export function listAddress(principal: CursorOwner, path: string, query: PageQuery): ListAddress {
  const { limit, cursor: _, ...asked } = query as PageQuery & QueryParameters;
  const filters = byName(asked);
  const firstPath = (): string => {
    const text = new URLSearchParams((limit ? [...filters, ['limit', limit]] : filters) as [string, string][]).toString();
    return text ? `${path}?${text}` : path;
  };
  return {
    about: aboutOf(principal, path, filters),
    // A cursor has no character that a query would escape.
    pathWith: (cursor, first = firstPath()) =>
      cursor === undefined ? first : `${first}${first.length > path.length ? '&' : '?'}cursor=${cursor}`,
  };
}

/** How many entries a page shows. */
export const pageSize = ({ format }: Pick<Principal, 'format'>, limit: string | undefined): number =>
  Number(limit ?? (format ? entriesOfPage.statement : entriesOfPage.list));

/** When the first page of the list was read that this query asks a later page of; undefined where it asks for a first one. */
export function listStartedAt(
  cursors: Cursors,
  principal: CursorOwner & Pick<Principal, 'format'>,
  row: Pick<Operation, 'path'>,
  params: Readonly<Record<string, string>>,
  query: PageQuery,
): Date | undefined {
  const { limit: _, cursor, ...asked } = query as PageQuery & QueryParameters;
  if (cursor === undefined) return undefined;
  const path = row.path.replace(/\{([^}]+)\}/g, (_, name: string) => params[inCode(name)]!);
  return beginOfList(openListCursor(cursors, principal, aboutOf(principal, path, byName(asked)), cursor).place[0]!).at;
}

type Filter = readonly [name: string, value: string];

const byName = (asked: QueryParameters): Filter[] =>
  Object.keys(asked)
    .sort()
    .map((name) => [name, asked[name]!]);

const aboutOf = ({ clientId, consent }: CursorOwner, path: string, filters: readonly Filter[]) => [
  path,
  clientId,
  consent?.id,
  ...filters.flat(),
];
