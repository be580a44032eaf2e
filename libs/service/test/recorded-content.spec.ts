import { randomBytes } from 'node:crypto';
import Type from 'typebox';
import { sentValues, withoutValues } from '@open-banking/http';
import { keptBody, keptPath } from '../src/recorded-content.js';
import { cleaner } from '../src/without-credentials.js';

const payment = {
  type: 'object',
  properties: {
    instructedAmount: { type: 'object', properties: { currency: { type: 'string' }, amount: { type: 'string' } } },
    creditorAccount: { anyOf: [{ properties: { iban: { type: 'string' } } }, { properties: { bban: { type: 'string' } } }] },
    creditorName: { type: 'string' },
    debtorAccount: { type: 'object', properties: { iban: { type: 'string' } } },
    remittance: { type: 'array', items: { type: 'string' } },
  },
};
const digits = (pattern: RegExp) => ({ kind: 'digits', pattern, text: '' }) as const;
const operationFormats = { BranchNumber: digits(/^[0-9]{1,4}$/), AccountNumber: digits(/^[0-9]{1,10}$/) };
const token = randomBytes(32).toString('base64url');
const jwt = `eyJhbGciOiJFUzI1NiJ9.${randomBytes(60).toString('base64url')}.${randomBytes(64).toString('base64url')}`;
const clean = cleaner(['short-token']);

describe('the content of a request that the log keeps', () => {
  it('is what the schema of the operation names, of any type; other members are counted', () => {
    const sent = {
      instructedAmount: { currency: 'ILS', amount: 12.5, password: 'hunter2' },
      creditorAccount: { iban: 'DE02120300000000202051', client_secret: 'hush' },
      creditorName: 'Dana Cohen',
      remittance: ['one', 'two'],
      debtorAccount: 'hunter2',
      access_token: token,
      cookie: 'id=1',
    };
    expect(keptBody(JSON.stringify(sent), [payment], clean)).toEqual({
      text: JSON.stringify({
        instructedAmount: { currency: 'ILS', amount: 12.5, '…': 'one member that the operation does not have' },
        creditorAccount: { iban: 'DE02120300000000202051', '…': 'one member that the operation does not have' },
        creditorName: 'Dana Cohen',
        remittance: ['one', 'two'],
        debtorAccount: '…',
        '…': '2 members that the operation does not have',
      }),
    });
  });

  it('has no credential in a field that takes any text', () => {
    const sent = {
      creditorName: `Dana ${token}`,
      remittance: [jwt, 'Bearer short-token', 'Invoice 2026-11-30/4711 of 3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001'],
    };
    const kept = keptBody(JSON.stringify(sent), [payment], clean);
    expect(kept).toEqual({
      text: JSON.stringify({ creditorName: 'Dana …', remittance: ['…', 'Bearer …', sent.remittance[2]] }),
    });
  });

  it('is the size alone of a body that is too long, is not JSON, or has no schema', () => {
    expect(keptBody('"hunter2"', [{ type: 'string' }], clean)).toEqual({ bytes: 9 });
    const long = JSON.stringify({ creditorName: 'x'.repeat(16_400) });
    expect(keptBody(long, [payment], clean)).toEqual({ bytes: long.length });
    expect(keptBody('{"creditorName": "Dana', [payment], clean)).toEqual({ bytes: 22 });
    expect(keptBody('{"creditorName":"Dana"}', [], clean)).toEqual({ bytes: 23 });
    expect(keptBody(Buffer.alloc(0), [payment], clean)).toBeUndefined();
    expect(keptBody('{"creditorName":"Dana"}', [payment], clean)).toEqual({ text: '{"creditorName":"Dana"}' });
  });

  it('is the path of the operation with its parameters, and the parameters that its query has', () => {
    const operation = { path: '/v1.7/accounts/{account-id}/transactions', formats: { 'account-id': { kind: 'uuid' } } } as const;
    const query = Type.Object({
      dateFrom: Type.Optional(Type.String({ format: 'date' })),
      bookingStatus: Type.Optional(Type.String({ enum: ['booked', 'both'] })),
      cursor: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]+$' })),
      limit: Type.Optional(Type.String({ pattern: '^[0-9]+$' })),
    });
    const path = (sent: string): string => keptPath(operation, sent, query, clean);
    expect(path('/v1.7/accounts/3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001/transactions?dateFrom=2026-11-01&bookingStatus=both')).toBe(
      '/v1.7/accounts/3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001/transactions?dateFrom=2026-11-01&bookingStatus=both',
    );
    expect(path(`/v1.7/accounts/${token}/transactions?access_token=hush&dateFrom=${token}`)).toBe(
      '/v1.7/accounts/…/transactions?…&dateFrom=…',
    );
    expect(path('/v1.7/accounts/hunter2/transactions?bookingStatus=hunter2&cursor=hunter2&limit=100')).toBe(
      '/v1.7/accounts/…/transactions?bookingStatus=…&cursor=…&limit=100',
    );
    const loans = { path: '/account/{BranchNumber}-{AccountNumber}/loans', formats: operationFormats };
    expect(keptPath(loans, '/account/12-3456/loans', undefined, clean)).toBe('/account/12-3456/loans');
    expect(keptPath(loans, '/account/12-hunter2/loans?a=b', undefined, clean)).toBe('/account/…/loans?…');
  });
});

describe('a text without values of the request', () => {
  const request = {
    path: '/v1.7/payments/fp/DE02%20120300000000202051?dateFrom=2026-11-01',
    headers: { 'consent-id': '3F2A6C1E', host: 'bank.example' },
    body: Buffer.from(
      JSON.stringify({ instructedAmount: { currency: 'ILS', amount: '999999999.00' }, creditorName: 'Dana Cohen', chargeBearer: 'SHAR' }),
    ),
  };
  const without = (text: string): string =>
    withoutValues(
      text,
      sentValues(request, (value) => ['SHAR', 'amount'].includes(value))!,
    );

  it('has the sign of an omission in place of each, in any case and with or without its spaces', () => {
    expect(without('Must not be 999999999.00 of dana cohen or DANACOHEN at DE02120300000000202051 for 3f2a6c1e.')).toBe(
      'Must not be … of … or … at … for ….',
    );
    expect(without('The last day is 2026-11-01.')).toBe('The last day is ….');
  });

  it('keeps the words of the bank: its limits, names of fields, and values that the operation lists', () => {
    const text = 'fp supports SHAR, and amounts of at most 50000.00.';
    expect(without(text)).toBe(text);
  });

  it('is not made where a request has more values than can be looked for', () => {
    const body = Buffer.from(JSON.stringify(Array.from({ length: 3_000 }, (_, at) => `value ${at}`)));
    expect(sentValues({ path: '/', headers: {}, body })).toBeUndefined();
  });

  it('has no words of a body that is not JSON', () => {
    const body = Buffer.from('{"name": Dana, 1');
    const values = sentValues({ path: '/', headers: {}, body })!;
    expect(withoutValues("The body is not JSON: unexpected 'Dana'.", values)).toBe("The body is not JSON: unexpected '…'.");
  });
});
