import { responseHeaders } from '@open-banking/http/response-headers';
import type { Service } from '@open-banking/spec';
import { answers, refusalBody, oauthBodyOf, type Answer } from './answers.js';
import { ifWantsPage } from './haproxy-accept.js';
import { ifOAuth } from './haproxy-oauth.js';
import { page, pageHeaders, portalPages, unknownPage } from './page.js';
import { portalCalls } from './routes.js';

const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, String.raw`\$&`)}"`;
const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => ` hdr ${name} ${quoted(value)}`)
    .join('');
/** The headers of every answer of its own. */
export const ownHeaders = headerLines(responseHeaders);
const content = (own: Answer, body = refusalBody(own)) =>
  `content-type application/json string '${body}'${ownHeaders}${own.retryAfterSeconds === undefined ? '' : ` hdr Retry-After ${own.retryAfterSeconds}`}`;
/** An answer of its own under a condition. */
export const answerWith = (own: Answer, condition: string) => `http-request return status ${own.status} ${content(own)} ${condition}`;
/** The same answer in the form that the path takes. */
export const answerByPath = (own: Answer, conditions: readonly string[]) =>
  conditions.flatMap((condition) => [
    `http-request return status ${own.status} ${content(own, oauthBodyOf(own))} if ${condition} ${ifOAuth}`,
    answerWith(own, `if ${condition}`),
  ]);
/** The answer in place of an error page of HAProxy. */
export const errorAs = (status: number, own: Answer) => `http-error status ${status} ${content(own)}`;

/** Marks HAProxy's own responses that browsers get as a page. Removed before the response is sent. */
export const mark = 'x-own-answer';
const variable = (own: Answer) => `txn.body${own.status}`;
/** The variable written as the body, which `bodiesByAccept` has set. */
export const chosenAs = (status: number, own: Answer) =>
  `${errorAs(status, own).replace(`string '${refusalBody(own)}'`, `lf-string '%[var(${variable(own)})]'`)} hdr ${mark} 1`;
const faults: readonly Answer[] = [answers.broken, answers.unavailable, answers.silent];
/** Sets the bodies of faults on our side: a page for browsers. */
export const bodiesByAccept = [
  `http-request set-var(txn.page) bool(true) if ${ifWantsPage}`,
  ...faults.flatMap((own) => [
    `http-request set-var-fmt(${variable(own)}) ${quoted(page)} if { var(txn.page) -m bool }`,
    `http-request set-var-fmt(${variable(own)}) ${quoted(refusalBody(own))} unless { var(txn.page) -m bool }`,
    `http-request set-var-fmt(${variable(own)}) ${quoted(oauthBodyOf(own))} if ${ifOAuth} !{ var(txn.page) -m bool }`,
  ]),
];
/** A browser on a page of the portal, once the service is known: what it gets are pages for developers. */
const ifPortalPage = '{ var(txn.developers) -m bool }';
/** Sets them for pages of the portal, once the service is known. */
export const portalBodies = [
  `http-request set-var(txn.developers) bool(true) if { var(txn.page) -m bool } { var(txn.service) -m str portal } !{ var(txn.route) -m str ${portalCalls.join(' ')} }`,
  ...faults.map(
    (own) => `http-request set-var-fmt(${variable(own)}) ${quoted(portalPages[own.status as keyof typeof portalPages])} if ${ifPortalPage}`,
  ),
];
/** The headers of such a page. */
export const asPages = [
  ...(['content-type', 'content-security-policy'] as const).map(
    (name) =>
      `http-after-response set-header ${name} ${quoted(pageHeaders[name])} if { res.hdr(${mark}) -m found } { var(txn.page) -m bool }`,
  ),
  `http-after-response del-header ${mark}`,
];

/** An address that nothing has: a page for browsers. */
export const unknown = (condition: string): string[] => [
  `http-request return status ${answers.unknownPath.status} content-type ${quoted(pageHeaders['content-type'])} lf-string '${unknownPage('%[var(txn.portal)]')}'${headerLines(pageHeaders)} if ${condition} { var(txn.page) -m bool }`,
  answerWith(answers.unknownPath, `if ${condition}`),
];

/** A body that is too large: on a page of the portal a page for browsers, elsewhere JSON. */
export const tooLarge = (service: Service, own: Answer, conditions: readonly string[]): string[] => [
  ...(service === 'portal' ? conditions : []).map(
    (condition) =>
      `http-request return status 413 content-type ${quoted(pageHeaders['content-type'])} string '${portalPages[413]}'${headerLines(pageHeaders)} if ${condition} ${ifPortalPage}`,
  ),
  ...answerByPath(own, conditions),
];
