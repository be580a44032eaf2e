import { negotiateMediaType, notAcceptable, prefersProblem } from '../src/negotiation.js';

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

  it('of an error is application/problem+json if it is named and plain JSON is not preferred', () => {
    expect(['application/problem+json', 'application/json, application/problem+json'].map(prefersProblem)).toEqual([true, true]);
    expect(
      ['', '*/*', 'application/json', 'application/problem+json;q=0', 'application/json, application/problem+json;q=0.9'].map(
        prefersProblem,
      ),
    ).toEqual([false, false, false, false, false]);
  });
});
