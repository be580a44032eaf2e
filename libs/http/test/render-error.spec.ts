import { unknownRoute, asRefusal, render, renderOAuth } from '../src/render-error.js';
import { faultsOf, Refusal, TppMessages } from '@open-banking/messages';
import { operations, pageRowsOf, services } from '@open-banking/spec';

const failed = (statusCode: number) => Object.assign(new Error('FST_ERR: at line 3 of fastify'), { statusCode });

describe('an error', () => {
  it('is rendered as tppMessages, whatever was thrown', () => {
    for (const thrown of [new Refusal('RESOURCE_UNKNOWN'), failed(413), new Error('x'), 'x', undefined, null, failed(200)]) {
      const { headers, body } = render(thrown);
      expect(headers['content-type']).toBe('application/json');
      expect(faultsOf(TppMessages, JSON.parse(body.toString()))).toEqual([]);
    }
  });

  it('that is unexpected is answered 500 with a fixed text, and logged', () => {
    const thrown = new Error('relation "card" does not exist');
    const { status, body } = render(thrown);
    expect(status).toBe(500);
    expect(JSON.parse(body.toString())).toEqual({
      tppMessages: [
        {
          category: 'ERROR',
          code: 'INTERNAL_SERVER_ERROR',
          text: 'The bank could not answer; the fault is ours.',
          href: '/errors/INTERNAL_SERVER_ERROR',
        },
      ],
    });
    expect(asRefusal(thrown).detail).toBe(thrown);
  });

  it.each([400, 408, 413, 414, 415, 431])('of the framework with %d is rendered with our own text', (status) => {
    const rendered = render(failed(status));
    expect(rendered.status).toBe(status);
    expect(rendered.body.toString()).toContain('"FORMAT_ERROR"');
    expect(rendered.body.toString()).not.toContain('fastify');
  });

  it('503 has Retry-After, whatever threw it', () => {
    expect(render(failed(503))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(render(new Refusal('SERVICE_UNAVAILABLE'))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    expect(render(new Refusal('ACCESS_EXCEEDED', undefined, { retryAfterSeconds: 17 }))).toMatchObject({
      status: 429,
      headers: { 'retry-after': '17' },
    });
  });

  it('401 contains a challenge, with an error only if a token was presented', () => {
    expect(render(new Refusal('TOKEN_UNKNOWN')).headers['www-authenticate']).toBe('Bearer realm="open-banking"');
    expect(
      render(new Refusal([{ code: 'TOKEN_EXPIRED', text: 'Expired "today"\r\nX: א' }], undefined, { tokenError: 'invalid_token' })).headers[
        'www-authenticate'
      ],
    ).toBe('Bearer realm="open-banking", error="invalid_token", error_description="Expired todayX: "');
    expect(render(new Refusal('CONSENT_UNKNOWN')).headers).not.toHaveProperty('www-authenticate');
  });

  it('is text in ASCII in every form, whatever it names, because it names no charset', () => {
    const refusal = new Refusal([{ code: 'FORMAT_ERROR', path: 'שם 😀', text: 'Must be דנה “לוי”.' }]);
    for (const { body } of [render(refusal), render(refusal, 'application/problem+json'), renderOAuth(refusal)]) {
      expect(body.toString('latin1')).toMatch(/^[\x20-\x7e]+$/);
      expect(JSON.stringify(JSON.parse(body.toString('latin1')))).toContain('דנה “לוי”');
    }
  });

  it('is a problem document if requested', () => {
    const { headers, body } = render(new Refusal('PERIOD_INVALID'), 'application/problem+json');
    expect(headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(body.toString())).toMatchObject({
      type: '/errors/PERIOD_INVALID',
      title: 'Period invalid',
      status: 400,
      code: 'PERIOD_INVALID',
    });
  });
});

describe('an error of an OAuth endpoint', () => {
  const named = (thrown: unknown) => {
    const { status, headers, body } = renderOAuth(thrown);
    const { error, error_description: description, tppMessages } = JSON.parse(body.toString()) as Record<string, unknown>;
    expect(faultsOf(TppMessages, { tppMessages })).toEqual([]);
    expect(headers['content-type']).toBe('application/json');
    return { status, error, description, retries: headers['retry-after'] };
  };

  it('has the name that OAuth has for it, by status; a conflict that ends by itself is temporarily_unavailable', () => {
    const conflict = { code: 'STATUS_INVALID', text: 'This "id" isn’t new: \\ é' } as const;
    expect(
      [
        new Refusal('ACCESS_EXCEEDED', undefined, { retryAfterSeconds: 17 }),
        new Refusal('SERVICE_UNAVAILABLE'),
        new Refusal([conflict]),
        new Refusal([conflict], undefined, { retryAfterSeconds: 1 }),
        new Refusal('PRODUCT_INVALID'),
        failed(413),
        new Error('x'),
      ]
        .map(named)
        .map(({ status, error, retries }) => [status, error, retries]),
    ).toEqual([
      [429, 'temporarily_unavailable', '17'],
      [503, 'temporarily_unavailable', '1'],
      [409, 'invalid_request', undefined],
      [409, 'temporarily_unavailable', '1'],
      [403, 'unauthorized_client', undefined],
      [413, 'invalid_request', undefined],
      [500, 'server_error', undefined],
    ]);
    expect(named(new Refusal([conflict])).description).toBe("This 'id' isn't new: ? ?");
  });
});

describe('a request for an unknown operation', () => {
  it('is answered 405 with Allow if the path has other methods', () => {
    expect(render(unknownRoute(operations, '/v2/mandates/1'))).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, DELETE' } });
    expect(render(unknownRoute(operations, '/account/12-3/loans'))).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });

  it('names each method once where several rows have the path', () => {
    const rows = services.flatMap(pageRowsOf);
    expect(render(unknownRoute(rows, '/developer/clients/new'))).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
  });

  it('is found under other spellings of the path', () => {
    for (const path of ['/v2/mand%61tes/1', '/v2/mandates/%31'])
      expect(render(unknownRoute(operations, path))).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, DELETE' } });
    expect(render(unknownRoute(operations, '/v2/mand%2561tes/1')).status).toBe(404);
  });

  it.each(['/', '/v1.7', '/v1.7/cards/', '/v1x7/cards', '/V1.7/cards', '/v1.7/cards/1/2'])('is answered 404 at %s', (path) => {
    const { status, body } = render(unknownRoute(operations, path));
    expect([status, body.toString()]).toEqual([404, expect.stringContaining('No operation has this path.')]);
  });
});
