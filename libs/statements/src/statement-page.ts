import { Answer, csvContentType, plainCsv, type CsvForm, type StatementFormat } from '@open-banking/http';

/** RFC 8288: where the next page is, or what has changed since, as JSON has it in `_links`. */
const linksTo = (paths: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const links = Object.entries(paths).filter(([, path]) => path !== undefined);
  return links.length === 0 ? {} : { link: links.map(([rel, path]) => `<${path}>; rel="${rel}"`).join(', ') };
};

const contentType = (format: StatementFormat, form: CsvForm): string =>
  format === 'text/csv' ? csvContentType(form) : 'application/xml; charset=utf-8';

/**
 * A page of a statement, with the path of the next one, or, at the end of a list of changes, of what changes from then on. `form`: how a
 * table is written.
 */
export const statementPage = (
  format: StatementFormat,
  text: Buffer,
  next: string | undefined,
  changes?: string,
  form: CsvForm = plainCsv,
): Answer<Buffer> => new Answer(text, { 'content-type': contentType(format, form), ...linksTo({ next, changes }) });

/**
 * How many pending entries a page of a statement leaves out, whose request asks for them beside booked ones. `counted`: those that the
 * first page has counted; later pages say nothing.
 */
export const pendingLeftOut = (bookingStatus: string | undefined, counted: { readonly pending: number } | undefined): number =>
  bookingStatus === 'both' || bookingStatus === 'all' ? (counted?.pending ?? 0) : 0;

/** Says in a statement how many pending entries it leaves out; nothing where there are none. More than `most` are not counted. */
export function pendingRemark(count: number, most: number): string | undefined {
  if (count === 0) return undefined;
  const [number, verb] = count > most ? [`More than ${most}`, 'are'] : [String(count), count === 1 ? 'is' : 'are'];
  return `${number} pending ${count === 1 ? 'entry' : 'entries'} ${verb} not in this statement: ask for bookingStatus=pending.`;
}
