import { randomUUID } from 'node:crypto';
import type { Operation } from '@open-banking/spec';
import { exchange, ownAddress, type HttpResponse } from '@open-banking/testing';
import type { Planted } from './planted.js';

type Sent = Planted['sent'];
type Request = Readonly<{ path: string; headers?: Readonly<Record<string, string>>; body?: string }>;

/** Each is looked at in a step of its own, and the first that is wrong ends the request. */
const alone = ['accept', 'client-cert', 'consent-id', 'content-type', 'cookie', 'digest', 'dpop', 'origin', 'psu-ip-address', 'signature'];
const together = [
  ...['accept-language', 'forwarded', 'if-none-match', 'psu-accept', 'psu-device-id', 'psu-geo-location', 'psu-http-method', 'psu-id'],
  ...['psu-ip-port', 'psu-user-agent', 'range', 'referer', 'tpp-notification-uri', 'tpp-redirect-uri', 'tpp-signature-certificate'],
  ...['traceparent', 'tracestate', 'user-agent', 'x-forwarded-for', 'x-http-method-override'],
];

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const filled = (path: string, value: string): string => path.replace(/\{[^}]+\}/g, encodeURIComponent(value));

/** Requests for one operation that have what was planted in each place a request has. */
function requestsFor({ path }: Operation, sent: Sent, ids: Readonly<Record<string, string>>): Request[] {
  const values = Object.values(sent);
  const own = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? randomUUID()));
  const object = Object.fromEntries(values.map((value) => [value, value]));
  const body = {
    ...object,
    access: { accounts: [object, { iban: sent.name }], [sent.name]: values },
    creditorName: values,
    debtor: object,
  };
  const standard = { creditorAccount: { iban: sent.pan }, creditorName: 7, instructedAmount: { currency: sent.name, amount: sent.iban } };
  return [
    ...(path.includes('{') ? values.map((value) => ({ path: filled(path, value) })) : []),
    ...values.map((value) => ({
      path: `${own}?${new URLSearchParams({ [value]: value, bookingStatus: value, cursor: value, dateFrom: value }).toString()}`,
    })),
    { path: `${own}?${values.map((value) => `${encodeURIComponent(value)}=1`).join('&')}&${encodeURIComponent(sent.name)}=2` },
    ...alone.map((name, at) => ({ path: own, headers: { [name]: values[at % values.length]! } })),
    ...values.map((value) => ({ path: own, headers: Object.fromEntries(together.map((name) => [name, value])) })),
    ...values.map((value) => ({ path: own, headers: { authorization: `Bearer ${value}` } })),
    { path: own, headers: { authorization: `Basic ${Buffer.from(`${sent.name}:${sent.password}`).toString('base64')}` } },
    { path: own, headers: { 'x-request-id': sent.token } },
    ...[body, standard, values, sent.name].map((value) => ({ path: own, headers: json, body: JSON.stringify(value) })),
    { path: own, headers: json, body: `{"${sent.name}": "${sent.iban}", "${sent.name}": ${sent.pan}` },
    { path: own, headers: json, body: `{"${sent.name}": 1, "${sent.name}": 2}` },
    {
      path: own,
      headers: form,
      body: new URLSearchParams({ ...object, login: sent.name, password: sent.password, client_secret: sent.token }).toString(),
    },
  ];
}

/** Sends them, each from another address, some at a time. Resolves with the answers' statuses. */
export async function sendRefused(
  baseUrl: string,
  row: Operation,
  planted: Planted,
  { token, ids = {} }: { readonly token?: string | undefined; readonly ids?: Readonly<Record<string, string>> } = {},
): Promise<HttpResponse[]> {
  const requests = requestsFor(row, planted.sent, ids);
  const answers: HttpResponse[] = [];
  for (let at = 0; at < requests.length; at += 10)
    answers.push(
      ...(await Promise.all(
        requests.slice(at, at + 10).map(({ path, headers, body }) =>
          exchange(`${baseUrl}${path}`, {
            method: row.method,
            from: ownAddress(),
            body,
            headers: { 'x-request-id': randomUUID(), ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
          }),
        ),
      )),
    );
  return answers;
}
