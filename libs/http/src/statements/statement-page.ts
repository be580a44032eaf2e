import { Answer } from '../answer.js';
import type { StatementFormat } from '../negotiation.js';

/** RFC 8288: where the next page is, as JSON has it in `_links`. */
const linkTo = (next: string | undefined): Record<string, string> => (next === undefined ? {} : { link: `<${next}>; rel="next"` });

const contentTypes: Readonly<Record<StatementFormat, string>> = {
  'application/xml': 'application/xml; charset=utf-8',
  'text/csv': 'text/csv; charset=utf-8; header=present',
};

/** A page of a statement, with the path of the next one. */
export const statementPage = (format: StatementFormat, text: string, next: string | undefined): Answer<string> =>
  new Answer(text, { 'content-type': contentTypes[format], ...linkTo(next) });
