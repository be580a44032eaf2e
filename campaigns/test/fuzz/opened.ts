import { formsOf } from '@open-banking/testing';

/** An open session of pages. */
export interface Opened {
  readonly cookie: string;
  readonly csrf: string;
}

/** What a page's forms must be sent back with. */
export const csrfIn = (html: string): string =>
  formsOf(html)
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name === 'csrf')?.value ?? 'x';
