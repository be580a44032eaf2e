import type { Html, PageVisit } from '@open-banking/pages';
import type { OperatorRole } from '@open-banking/spec';
import type { OperatorCalls } from './operator-calls.js';
import type { Session } from './view-sessions.js';

/** A request to a page, by somebody who is signed in. */
export interface Visit extends PageVisit {
  readonly session: Session;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  readonly csrf: string;
  readonly roles: readonly OperatorRole[];
  readonly calls: OperatorCalls;
  /** This page's own address, where an act leads back to. */
  readonly here: string;
}

export interface PageResult {
  readonly title: string;
  readonly content: Html;
  readonly status?: number;
}
export type PageHandler = (visit: Visit) => Promise<PageResult | { readonly goTo: string }>;
