/** A quarter of a year, by its days. */
export interface Quarter {
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** `2026Q4`. Undefined if the text is no quarter. */
export function quarterOf(text: string): Quarter | undefined {
  const [, year, number] = /^(20\d{2})Q([1-4])$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const month = (Number(number) - 1) * 3;
  const day = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
  return { name: text, firstDay: day(Date.UTC(Number(year), month, 1)), lastDay: day(Date.UTC(Number(year), month + 3, 0)) };
}
