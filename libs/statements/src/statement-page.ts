import { Answer, csvContentType, plainCsv, type CsvForm } from '@open-banking/http';

/** RFC 8288: where the next page is, or what has changed since, as JSON has it in `_links`. */
const linksTo = (paths: Readonly<Record<string, string | undefined>>): Record<string, string> => {
  const links = Object.entries(paths).filter(([, path]) => path !== undefined);
  return links.length === 0 ? {} : { link: links.map(([rel, path]) => `<${path}>; rel="${rel}"`).join(', ') };
};

/** A page of a statement, with the path of the next one, or, at the end of a list of changes, of what changes from then on. */
export const camtPage = (text: Buffer, next: string | undefined, changes?: string): Answer<Buffer> =>
  new Answer(text, { 'content-type': 'application/xml; charset=utf-8', ...linksTo({ next, changes }) });

/** The same of a table, which is written in this form. */
export const csvPage = (table: Buffer, form: CsvForm | undefined, next: string | undefined, changes?: string): Answer<Buffer> =>
  new Answer(table, { 'content-type': csvContentType(form ?? plainCsv), ...linksTo({ next, changes }) });
