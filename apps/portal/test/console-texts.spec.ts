import type { Html } from '@open-banking/pages';
import { colouredBody, colouredHeaders, readableBody } from '../src/console/coloured-text.js';
import { withoutCredentials } from '../src/console/console-history.service.js';
import { filledCall, formOfCall } from '../src/console/filled-call.js';
import { durationInWords } from '../src/console/limits-left.js';
import { operationParameters } from '../src/console/operation-parameters.js';
import { aisPis } from '@open-banking/spec';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** The text that a browser shows. */
const shown = (pieces: readonly (Html | string)[]): string =>
  pieces
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : piece.text.replaceAll(/<[^>]*>/g, '').replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!),
    )
    .join('');
const kinds = (pieces: readonly (Html | string)[]): (string | undefined)[] =>
  pieces.flatMap((piece) => (typeof piece === 'string' ? [] : [/class="c-(\w+)"/.exec(piece.text)?.[1]]));

describe('texts of the console', () => {
  it.each([
    ['application/json', '{\n  "a\\"b": [1.5, -2, true, null, "x: <b>"]\n}', ['name', 'number', 'number', 'word', 'word', 'text']],
    ['application/xml', '<?xml version="1.0"?>\n<A b="c &amp; d">1 &lt; 2</A>', ['mark', 'name', 'word', 'text', 'name', 'name', 'name']],
    ['text/csv', 'a,b\nx,-1.50\n"1,2",3', ['name', 'number', 'number']],
    ['text/plain', 'no <b>colours</b>', []],
    ['application/json', '{ "broken": ', ['name']],
  ])('%s has its parts in colours and every character', (type, text, expected) => {
    const pieces = colouredBody(text, type);
    expect(shown(pieces)).toBe(text);
    expect(kinds(pieces)).toEqual(expected);
  });

  it('show the names of headers apart, and JSON and XML a member a line', () => {
    const lines = 'accept: application/json\nx-request-id: 1: 2';
    expect([shown(colouredHeaders(lines)), kinds(colouredHeaders(lines))]).toEqual([lines, ['name', 'name']]);
    expect(readableBody('{"a":[1]}', 'application/json')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(readableBody('<A><B>x</B><C/></A>', 'application/xml')).toBe('<A>\n  <B>x</B>\n  <C/>\n</A>');
    expect(readableBody('{"a', 'application/json')).toBe('{"a');
  });

  it.each([
    [15_919, '4 h 25 min'],
    [3_600, '1 h'],
    [61, '1 min 1 s'],
    [42, '42 s'],
    [0, 'less than 1 s'],
    [90_061, '25 h 1 min'],
  ])('say %i seconds as %s', (seconds, text) => {
    expect(durationInWords(seconds)).toBe(text);
  });
});

describe('a call of the console', () => {
  const parameters = operationParameters(aisPis.listTransactions);
  const form = new Map([
    ['{account-id}', 'a/b c'],
    ['query.bookingStatus', 'both'],
    ['query.dateFrom', '2026-11-01'],
    ['query.limit', ''],
    ['header.Accept', 'text/csv'],
    ['header.PSU-IP-Address', '192.0.2.10'],
  ]);

  it('is the same after its form was filled in from it', () => {
    const call = filledCall(aisPis.listTransactions, parameters, form);
    expect(call).toEqual({
      values: new Map([['{account-id}', 'a/b c']]),
      query: '?bookingStatus=both&dateFrom=2026-11-01',
      headers: { Accept: 'text/csv', 'PSU-IP-Address': '192.0.2.10' },
    });
    const path = `/v1.7/accounts/a%2Fb%20c/transactions${call.query}`;
    const again = formOfCall(aisPis.listTransactions, parameters, {
      path,
      headers: { accept: 'text/csv', 'psu-ip-address': '192.0.2.10' },
    });
    expect(filledCall(aisPis.listTransactions, parameters, again)).toEqual(call);
  });

  it('leaves a field empty whose value the request log does not keep, and survives a path that is not encoded', () => {
    const again = formOfCall(aisPis.listTransactions, parameters, {
      path: '/v1.7/accounts/%zz/transactions?cursor=…&limit=5',
      headers: {},
    });
    expect([again.get('query.cursor'), again.get('query.limit'), again.get('{account-id}')]).toEqual(['', '5', '%zz']);
  });

  it('is kept without its token, wherever that stands, without cookies, and without the end of a long response', () => {
    const token = 'r4nd0m-t0ken';
    const headers = { accept: '*/*', authorization: `Bearer ${token}`, Cookie: 'a=1' };
    const url = `http://bank/x?cursor=${token}`;
    const kept = withoutCredentials({
      call: { method: 'POST', url, headers, body: `{"a":"${token}"}` },
      status: 200,
      headers: { 'content-type': 'text/csv', 'set-cookie': 'b=2' },
      text: `${token}${'x'.repeat(70_000)}`,
      milliseconds: 1,
    });
    expect(JSON.stringify(kept)).not.toContain(token);
    expect(kept.call).toEqual({ method: 'POST', url: 'http://bank/x?cursor=…', headers: { accept: '*/*' }, body: '{"a":"…"}' });
    expect(kept.headers).toEqual({ 'content-type': 'text/csv' });
    expect(kept.text).toMatch(/x\n… 10012 more characters$/);
  });
});
