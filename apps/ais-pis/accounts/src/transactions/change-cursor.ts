import {
  boundTo,
  firstPage,
  openListCursor,
  orderOfFormat,
  pageAfter,
  type ListAddress,
  type PageOrder,
  type Principal,
} from '@open-banking/access';
import type { Cursors } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { PlaceInReport, ChangePosition } from './changes.js';

/** What a request for changes asks for. */
export interface AskedChanges {
  /** When its first page was asked for, as cursors carry it. */
  readonly began: string;
  readonly since: ChangePosition;
  /** Where it ends; undefined on the first page: where the account is now. */
  readonly to?: ChangePosition;
  /** The last entry of the page before. */
  readonly after?: PlaceInReport;
  /** It was begun without a link: the bank keeps in mind how far it was read. */
  readonly isRemembered: boolean;
  /** The direction of its pages. */
  readonly order: PageOrder;
}

// A link to what changes later is a read of its own, however soon it is followed: only pages of one list are free for some minutes, by the
// time that their cursors begin with.
const neverFree = new Date(0).toISOString();
const kinds = { page: 'page', remembered: 'remembered page', changes: 'changes' } as const;

/** Seals where a list of changes goes on, and where the next one begins. */
export class ChangeCursors {
  constructor(
    private readonly cursors: Cursors,
    private readonly address: ListAddress,
  ) {}

  /** Pages of a list go on in its order; a link to what changes later begins a list, in the order of the format that it is followed in. */
  open(cursor: string, principal: Pick<Principal, 'at' | 'format'>, notBefore: Date): AskedChanges {
    const opened = openListCursor(this.cursors, principal, this.address.about, cursor);
    const [began, kind, ...place] = opened.place as [string, string, ...string[]];
    const since = place.slice(0, 3) as unknown as ChangePosition;
    if (kind !== kinds.changes) {
      const [to, after] = [place.slice(3, 6) as unknown as ChangePosition, place.slice(6) as unknown as PlaceInReport];
      return { began, since, to, after, isRemembered: kind === kinds.remembered, order: opened.order };
    }
    if (new Date(place[3]!) < notBefore) throw tooOld();
    return { began: firstPage(principal), since, isRemembered: false, order: orderOfFormat(principal) };
  }

  /** The path of the page that follows. */
  next({ began, since, isRemembered, order }: AskedChanges, to: ChangePosition, last: PlaceInReport): string {
    return this.at([pageAfter(began), isRemembered ? kinds.remembered : kinds.page, ...since, ...to, ...last], order);
  }

  /** The path of what has changed since a position. */
  since(position: ChangePosition, now: Date): string {
    return this.at([neverFree, kinds.changes, ...position, now.toISOString()]);
  }

  private at(place: readonly string[], order: PageOrder = 'newestFirst'): string {
    return this.address.pathWith(this.cursors.seal(place, boundTo(this.address.about, order)));
  }
}

const tooOld = (): Refusal =>
  new Refusal([
    { code: 'FORMAT_ERROR', path: 'cursor', text: 'This link is too old to know all changes since then. Begin anew, without `cursor`.' },
  ]);
