/** A chapter of the tour: what was printed in it, and its requests. */
export interface TourChapter {
  readonly title: string;
  readonly about: string;
  readonly lines: string[];
  /** Statuses of its answers, in their order. */
  readonly statuses: number[];
  readonly startedAt: number;
  endedAt?: number;
}

/** The record of what the tour has shown so far. Times are in milliseconds, of any one clock. */
export class TourTranscript {
  readonly chapters: TourChapter[] = [];

  begin(title: string, about: string, now: number): void {
    this.end(now);
    this.chapters.push({ title, about, lines: [], statuses: [], startedAt: now });
  }

  end(now: number): void {
    const last = this.chapters.at(-1);
    if (last) last.endedAt ??= now;
  }

  add(text: string): void {
    this.chapters.at(-1)?.lines.push(text);
  }

  answered(status: number): void {
    this.chapters.at(-1)?.statuses.push(status);
  }

  /** A row for each chapter and one for all: title, number of requests, their statuses, seconds. */
  rows(): string[][] {
    const all = this.chapters.map((chapter) => [chapter.title, ...cells([chapter])]);
    return [...all, ['Together', ...cells(this.chapters)]];
  }

  /** The rows as lines of a terminal. */
  table(): string[] {
    const rows = [[...columns], ...this.rows()];
    const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
    const isNumber = (at: number): boolean => at === 1 || at === 3;
    return rows.map((row) => row.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]!) : cell.padEnd(widths[at]!))).join('  '));
  }

  /** A page of its own: no script, no other file. `outcome` is the sentence with which the tour ended. */
  html(outcome: string): string {
    const row = (cellsOfRow: readonly string[], tag: 'td' | 'th'): string =>
      `<tr>${cellsOfRow.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
    const sections = this.chapters.map(
      ({ title, about, lines }, at) =>
        `<section id="chapter-${at + 1}"><h2>${escaped(title)}</h2><p>${escaped(about)}</p><pre>${escaped(lines.join('\n').trim())}</pre></section>`,
    );
    const links = this.chapters.map(({ title }, at) => `<li><a href="#chapter-${at + 1}">${escaped(title)}</a></li>`);
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A tour of the bank</title>
<style>${style}</style></head><body>
<h1>A tour of the bank</h1><p>${escaped(outcome)}</p>
<nav><ul>${links.join('')}</ul></nav>
<table><thead>${row(columns, 'th')}</thead><tbody>${this.rows()
      .map((cellsOfRow) => row(cellsOfRow, 'td'))
      .join('\n')}</tbody></table>
${sections.join('\n')}
</body></html>
`;
  }
}

const columns = ['Chapter', 'Requests', 'Statuses', 'Seconds'] as const;

function cells(chapters: readonly TourChapter[]): string[] {
  const statuses = chapters.flatMap((chapter) => chapter.statuses);
  const counted = [...Map.groupBy(statuses.toSorted(), (status) => status)].map(([status, of]) => `${of.length} × ${status}`);
  const ms = chapters.reduce((sum, { startedAt, endedAt = startedAt }) => sum + endedAt - startedAt, 0);
  return [String(statuses.length), counted.join(', '), (ms / 1_000).toFixed(1)];
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}' +
  'pre{overflow-x:auto;padding:1rem;border:1px solid #8884;border-radius:6px;font-size:.85rem}' +
  'table{border-collapse:collapse}td,th{padding:.2rem .8rem .2rem 0;text-align:left}td:nth-child(2),td:nth-child(4){text-align:right}';
