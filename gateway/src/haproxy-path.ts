import { dotSegment, unreservedDigits } from '@open-banking/spec';

/**
 * Encodes every percent sign, then restores those that begin an unreserved character: `url_dec` decodes only these and what was encoded
 * here.
 */
const decoded = ['path', String.raw`regsub('%','%25',g)`, String.raw`regsub('%25(${unreservedDigits})','%\1',gi)`, 'url_dec'].join(',');

/** Sets `txn.path` to what `routingPath` (libs/spec/src/path.ts) returns; the path that is forwarded stays as it was sent. */
export const routedPath: readonly string[] = [
  'http-request set-var(txn.path) path',
  `http-request set-var(txn.path) "${decoded}" if { path -m sub % }`,
  `http-request set-var(txn.path) path if { var(txn.path) -m reg '${dotSegment}' }`,
];
