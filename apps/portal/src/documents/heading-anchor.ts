/** The anchor of a heading as GitHub forms it. `taken` counts those of the same document: a second `new` is `new-1`. */
export function headingAnchor(heading: string, taken: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(anchor) ?? 0;
  taken.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}
