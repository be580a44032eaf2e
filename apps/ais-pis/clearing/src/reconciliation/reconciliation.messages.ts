/** Collections have no payment product; where products are chosen they have this name. */
export const collections = 'collections';
