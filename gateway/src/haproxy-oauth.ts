import { asPattern } from '@open-banking/spec';
import { oauthPaths } from './routes.js';

const hasParameter = (path: string): boolean => path.includes('{');
const mark = (match: string): string => `http-request set-var(txn.oauth) bool(true) if { var(txn.path) -m ${match} }`;

/** Marks requests to paths that OAuth libraries call. */
export const oauthCalls: readonly string[] = [
  mark(`str ${oauthPaths.filter((path) => !hasParameter(path)).join(' ')}`),
  ...oauthPaths.filter(hasParameter).map((path) => mark(`reg ${asPattern(path)}`)),
];

/** The condition that holds for these. */
export const ifOAuth = '{ var(txn.oauth) -m bool }';
