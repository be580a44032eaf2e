import { csvContentType, csvForm, plainCsv } from '../src/csv-form.js';

describe('the form of a table', () => {
  it.each([
    [undefined, plainCsv],
    ['*/*', plainCsv],
    ['text/csv', plainCsv],
    ['text/csv; charset=utf-8; header=present; q=0.9; of=x', plainCsv],
    ['text/csv; digits=text', { digits: 'text', bom: 'absent' }],
    ['TEXT/CSV;DIGITS="TEXT";bom=present', { digits: 'text', bom: 'present' }],
    ['application/json;digits=text, text/csv;bom=present', { digits: 'plain', bom: 'present' }],
    ['text/csv;digits=text;q=0.1, text/csv;bom=present;q=0.2', { digits: 'plain', bom: 'present' }],
    ['text/csv;digits=text, text/csv;bom=present', { digits: 'text', bom: 'absent' }],
    ['text/csv; title="a,b;digits=plain\\"; x"; digits=text', { digits: 'text', bom: 'absent' }],
    ['text/csvx;digits=text', plainCsv],
  ])('asked for with %j is %j', (accept, form) => {
    expect(csvForm(accept)).toEqual(form);
  });

  it.each([
    ['text/csv;digits=number', 'The parameter digits of text/csv must be plain or text.'],
    ['text/csv;digits=""', 'The parameter digits of text/csv must be plain or text.'],
    ['text/csv;bom=true', 'The parameter bom of text/csv must be absent or present.'],
  ])('asked for with %j is refused with the values that there are', (accept, text) => {
    expect(() => csvForm(accept)).toThrow(
      expect.objectContaining({ faults: [{ code: 'REQUESTED_FORMATS_INVALID', path: 'Accept', text }] }) as Error,
    );
  });

  it('is stated in the content type, where it is not the default', () => {
    expect(csvContentType(plainCsv)).toBe('text/csv; charset=utf-8; header=present');
    expect(csvContentType({ digits: 'text', bom: 'present' })).toBe('text/csv; charset=utf-8; header=present; digits=text; bom=present');
  });

  it.each(['"', '"\\', '\\"', '"\\"'])('is read in time from a long header of %j', (piece) => {
    const accept = `text/csv;x=${piece.repeat(16_384 / piece.length)}`;
    const begun = process.cpuUsage();
    csvForm(accept);
    expect(process.cpuUsage(begun).user).toBeLessThan(200_000);
  });
});
