import type { Cursors } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { Principal } from './principal.js';

/** Statements in camt.053 list the oldest entry first, JSON and CSV the newest. */
export type PageOrder = 'newestFirst' | 'oldestFirst';

type Format = Pick<Principal, 'format'>;
/** The values that a list's cursors are bound to. */
type About = readonly (string | undefined)[];

export const orderOfFormat = ({ format }: Format): PageOrder => (format === 'application/xml' ? 'oldestFirst' : 'newestFirst');

/** A cursor of one order is none of the other: a replica of an earlier release refuses what it would read in the wrong direction. */
export const boundTo = (about: About, order: PageOrder): About => (order === 'oldestFirst' ? [...about, order] : about);

/**
 * When the first page of a list was asked for, as its cursors carry it: the time, the number of the page where it is a statement, and the
 * mark of lists that begin with the newest entry. Cursors of releases up to 0.2.0 have no mark, and fit every format.
 */
export const firstPage = ({ at, format }: Pick<Principal, 'at' | 'format'>): string =>
  orderOfFormat({ format }) === 'oldestFirst' ? `${at.toISOString()}/1` : `${at.toISOString()}//${newestFirst}`;

const newestFirst: PageOrder = 'newestFirst';

/** The part of the next page's cursor that carries the time and the number of this page. */
export function pageAfter(began: string): string {
  const [startedAt, number, ...mark] = began.split('/');
  return number ? [startedAt, Number(number) + 1, ...mark].join('/') : began;
}

/** The time of the first page, and which page of a statement follows, from 1; no number where the list was begun in another format. */
export function beginOfList(began: string): { readonly at: Date; readonly number: number | undefined } {
  const [startedAt, number] = began.split('/');
  return { at: new Date(startedAt!), number: number ? Number(number) : undefined };
}

/**
 * The place that a cursor names, and the order in which its list goes on. 400 where this list did not hand it out, or handed it out in a
 * format of the other order. A cursor without a mark goes on as it was begun: the newest entry first, in every format.
 */
export function openListCursor(
  cursors: Cursors,
  format: Format,
  about: About,
  cursor: string,
): { readonly place: string[]; readonly order: PageOrder } {
  const order = orderOfFormat(format);
  const place = cursors.find(cursor, boundTo(about, order));
  if (place) return { place, order };
  const other: PageOrder = order === 'oldestFirst' ? newestFirst : 'oldestFirst';
  const elsewhere = cursors.find(cursor, boundTo(about, other));
  if (!elsewhere) return { place: cursors.open(cursor, about), order };
  const isUnmarked = elsewhere[0]!.split('/')[2] === undefined;
  if (other === newestFirst && isUnmarked) return { place: elsewhere, order: other };
  throw new Refusal([{ code: 'FORMAT_ERROR', path: 'cursor', text: ofOtherOrder[other] }]);
}

const ofOtherOrder: Readonly<Record<PageOrder, string>> = {
  newestFirst:
    'This cursor is of a list in JSON or CSV, which begins with the newest entry. Follow it with `Accept: application/json` or `text/csv`, or begin the statement anew, without `cursor`.',
  oldestFirst:
    'This cursor is of a camt.053 statement, which begins with the oldest entry. Follow it with `Accept: application/xml`, or begin the list anew, without `cursor`.',
};
