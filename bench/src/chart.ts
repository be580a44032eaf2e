import type { TargetFigures } from './figures.js';

const width = 860;
const left = 300;
const rowHeight = 96;
const barHeight = 14;

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly text: string;
  readonly colour: string;
}

const colours = { ours: '#1f6feb', floor: '#8b949e', mock: '#d29922' } as const;
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const label = (x: number, y: number, text: string, more = ''): string => `<text x="${x}" y="${y}" ${more}>${escaped(text)}</text>`;

/** Bars below each other, the longest as wide as there is room. */
function bars(all: readonly Bar[], top: number, room: number): string {
  const highest = Math.max(...all.map(({ value }) => value));
  return all
    .map(({ label: name, value, text, colour }, at) => {
      const y = top + at * (barHeight + 4);
      const wide = Math.max(1, (value / highest) * room);
      return (
        label(left - 8, y + 11, name, 'text-anchor="end"') +
        `<rect x="${left}" y="${y}" width="${wide.toFixed(1)}" height="${barHeight}" fill="${colour}"/>` +
        label(left + wide + 6, y + 11, text)
      );
    })
    .join('\n');
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

function targetRows({ path, ratio, lowest, highest, mark, floor, ours, mock }: TargetFigures, mockName: string, top: number): string {
  const of = { ours, floor, ...(mock && { mock }) };
  const names: Record<string, string> = { ours: 'this bank', floor: 'floor', mock: mockName };
  const rows = Object.entries(of).map(([which, { perSecond, p50, p99 }]) => ({
    label: names[which]!,
    value: perSecond,
    text: `${perSecond.toFixed(0)}/s, p50 ${ms(p50)}, p99 ${ms(p99)}`,
    colour: colours[which as keyof typeof colours],
  }));
  const title = `GET ${path}: ${ratio.toFixed(2)} of the floor (rounds ${lowest.toFixed(2)} to ${highest.toFixed(2)}, mark ${mark.toFixed(1)})`;
  return label(16, top + 12, title, 'font-weight="bold"') + bars(rows, top + 22, width - left - 260);
}

/** Requests per second and latencies of the service beside the floor and a public mock, as an SVG picture. */
export function ratioChart(figures: readonly TargetFigures[], mockName = 'mock'): string {
  const height = 24 + figures.length * rowHeight;
  const rows = figures.map((one, at) => targetRows(one, mockName, 16 + at * rowHeight)).join('\n');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Requests per second">\n` +
    `<rect width="100%" height="100%" fill="#ffffff"/>\n${rows}\n</svg>\n`
  );
}
