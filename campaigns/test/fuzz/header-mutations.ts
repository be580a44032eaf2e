import fc from 'fast-check';
import type { Draft } from './draft.js';
import { junkHeaderValues } from './junk-headers.js';
import { again, at, mutation, replacedPair, shortJson, withoutAt } from './mutation.js';

const setHeader = ({ headers, ...draft }: Draft, name: string, value: string): Draft => ({
  ...draft,
  headers: [...headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase()), [name, value]],
});
const accepts = [
  '*/*',
  'application/json',
  'application/problem+json',
  'application/xml',
  'text/csv',
  'text/html',
  'application/*;q=0.1',
  'application/json;q=0',
  '*/*;q=0',
  'a/b/c',
  ',',
  ';q=',
  'application/problem+json, application/json;q=0.5',
  `${'text/plain,'.repeat(300)}*/*`,
];
const contentTypes = [
  'text/plain',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/JSON',
  'application/vnd.api+json',
  'application/json;;',
  'application/json; charset=utf-8; charset=latin1',
  'application/json, text/plain',
  '/',
  'json',
  '',
];
const otherHeaders = [
  'Content-Encoding',
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Expect',
  'TE',
  'Via',
  'Origin',
  'Referer',
  'Cookie',
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'X-Original-URL',
  'Client-Cert',
  'DPoP',
  'Digest',
  'Content-Digest',
  'Signature',
  'Signature-Input',
  'TPP-Signature-Certificate',
  'Date',
  'PSU-ID',
  'PSU-IP-Port',
  'PSU-User-Agent',
  'PSU-Device-ID',
  'PSU-Geo-Location',
  'PSU-Http-Method',
  'PSU-Accept',
  'TPP-Redirect-URI',
  'TPP-Notification-URI',
  'TPP-Notification-Content-Preferred',
  'Client-VOP-Requested',
  'traceparent',
  'tracestate',
  'Authorization',
  'Consent-ID',
  'PSU-IP-Address',
  'X-Request-ID',
  'User-Agent',
  'Accept',
  'Content-Type',
  'Idempotency-Key',
  'X-Unknown',
];
const named = (name: string, values: readonly string[]) =>
  fc.constantFrom(...values).map((value) => mutation(`${name}: ${shortJson(value)}`, (draft) => setHeader(draft, name, value)));

/** What can be wrong with the headers of a request. */
export const ofHeaders = fc.oneof(
  { weight: 2, arbitrary: named('Accept', accepts) },
  { weight: 2, arbitrary: named('Content-Type', contentTypes) },
  named('Content-Encoding', ['identity', 'gzip', 'br', 'deflate', '', 'gzip, gzip']),
  named('Expect', ['100-continue', '200-ok', '']),
  named('Connection', ['close', 'keep-alive', 'X-Request-ID', 'close, Authorization', 'Consent-ID, Content-Type']),
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...otherHeaders), junkHeaderValues)
      .map(([name, value]) => mutation(`${name}: ${shortJson(value)}`, (draft) => setHeader(draft, name, value))),
  },
  fc
    .tuple(fc.constantFrom(...otherHeaders), junkHeaderValues)
    .map(([name, value]) =>
      mutation(`further ${name}: ${shortJson(value)}`, (draft) => ({ ...draft, headers: [...draft.headers, [name, value]] })),
    ),
  fc
    .tuple(at, junkHeaderValues)
    .map(([index, value]) =>
      mutation(`header ${index} is ${shortJson(value)}`, (draft) => ({ ...draft, headers: replacedPair(draft.headers, index, value) })),
    ),
  {
    weight: 2,
    arbitrary: at.map((index) =>
      mutation(`header ${index} is missing`, (draft) => ({ ...draft, headers: withoutAt(draft.headers, index) })),
    ),
  },
  at.map((index) => mutation(`header ${index} comes twice`, (draft) => ({ ...draft, headers: again(draft.headers, index) }))),
  fc.constantFrom(50, 150, 400).map((count) =>
    mutation(`${count} further headers`, (draft) => ({
      ...draft,
      headers: [...draft.headers, ...Array.from({ length: count }, (_, index) => [`X-Further-${index}`, 'y'.repeat(20)] as const)],
    })),
  ),
);
