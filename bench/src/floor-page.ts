/** A page of a list with its links. The extra row, which shows that there is a next page, is dropped. */
export function shownOf<Row extends { readonly entryReference: string | null }>(
  rows: readonly Row[],
  url: string,
  limit: number,
  day: (row: Row) => string | null,
): { shown: Row[]; links: { first: { href: string }; next?: { href: string } } } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next =
    rows.length > limit && last ? Buffer.from(JSON.stringify([day(last), last.entryReference])).toString('base64url') : undefined;
  return {
    shown: shown.filter((row) => row.entryReference !== null),
    links: { first: { href: url }, ...(next !== undefined && { next: { href: `${url}&cursor=${next}` } }) },
  };
}
