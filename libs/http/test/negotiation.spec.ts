import { negotiateMediaType, notAcceptable, prefersProblem } from '../src/negotiation.js';
import { wantsPage } from '../src/plain-page.js';

const produces = ['application/json', 'application/xml', 'text/csv'];

describe('the media type of a response', () => {
  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV', 'text/csv'],
    ['text/*', 'text/csv'],
    ['application/xml, application/json', 'application/json'],
    ['application/json;q=0.5, application/xml', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['application/problem+json', 'application/json'],
    ['text/csv;q=0.2, application/problem+json', 'text/csv'],
  ])('requested with %j is %s', (accept, type) => {
    expect(negotiateMediaType(accept, produces)).toBe(type);
  });

  it.each(['text/html', 'application/json;q=0', '*/*;q=0', 'image/*', 'json', 'application/json;q=none'])('cannot be %j', (accept) => {
    expect(negotiateMediaType(accept, produces)).toBeUndefined();
  });

  it('is refused with the available media types', () => {
    const refusal = notAcceptable(produces);
    expect(refusal.status).toBe(406);
    expect(refusal.faults).toEqual([
      { code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text: 'Ask for one of application/json, application/xml, text/csv.' },
    ]);
  });

  it.each<[accept: string, isProblem: boolean]>([
    ['', false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    ['application/problem+json', true],
    ['application/problem+json;q=0.1', true],
    ['application/problem+json;q=0', false],
    ['application/json, application/problem+json', false],
    ['application/problem+json, application/json', false],
    ['application/json;q=0.9, application/problem+json;q=0.9', false],
    ['application/json, application/problem+json;q=0.9', false],
    ['application/json;q=0.5, application/problem+json', true],
    ['application/problem+json; charset="utf-8", */*', true],
    ['text/html, application/problem+json;q=0.2', true],
    ['application/json;q=0, */*;q=0.1', true],
    ['text/html', false],
    ['image/*, application/json;q=0', false],
  ])('of an error asked for with %j is that of RFC 9457: %s', (accept, isProblem) => {
    expect(prefersProblem(accept)).toBe(isProblem);
  });

  it('of an error is a page for browsers alone', () => {
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect([browser, 'text/html', 'TEXT/HTML;q=0.1;level=1'].map(wantsPage)).toEqual([true, true, true]);
    expect(['', '*/*', 'text/*', 'text/html;q=0', 'text/htmlx', 'application/json, text/html;q=0.5', undefined].map(wantsPage)).toEqual(
      Array(7).fill(false),
    );
  });
});
