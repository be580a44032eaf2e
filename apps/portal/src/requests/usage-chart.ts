import { html, type Html } from '@open-banking/pages';
import type { ClientUsage, DayCount, UsedLimit } from './client-usage.js';

/** Colours of the portal's pages; a picture does not inherit them. */
const themes = {
  light: { ink: '#14213a', soft: '#4d5b75', line: '#d5dce8', answered: '#0b4f6c', refused: '#b3261e', failed: '#8a5a00' },
  dark: { ink: '#e6edf6', soft: '#a9b7cc', line: '#33415a', answered: '#7cc4e0', refused: '#ffb4b4', failed: '#ffd98a' },
} as const;
export type ChartTheme = keyof typeof themes;
type Colours = (typeof themes)[ChartTheme];

/** Narrow enough to be read on a phone. */
const [width, labels, numbers] = [420, 120, 130];
const barWidth = width - labels - numbers;
const rowHeight = 26;
const [dayTop, dayHeight] = [44, 130];

export const wholeNumber = (count: number): string => count.toLocaleString('en');

const text = (x: number, y: number, colour: string, content: string, anchor: 'start' | 'middle' | 'end' = 'start'): Html =>
  html`<text x="${x}" y="${y}" fill="${colour}" text-anchor="${anchor}">${content}</text>`;
const box = (x: number, y: number, boxWidth: number, height: number, colour: string): Html =>
  html`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${Math.max(0, boxWidth).toFixed(1)}" height="${Math.max(0, height).toFixed(1)}" rx="2" fill="${colour}"/>`;

function limitBar({ limits, window, used, limit }: UsedLimit, index: number, colours: Colours): Html {
  const y = 40 + index * rowHeight;
  const share = Math.min(1, used / limit);
  const shown = used === 0 ? 0 : Math.max(2, share * barWidth);
  return html`${text(0, y + 13, colours.ink, `${limits}, ${window}`)}${box(labels, y, barWidth, 16, colours.line)}${box(labels, y, shown, 16, share >= 0.9 ? colours.refused : colours.answered)}${text(width, y + 13, colours.soft, `${wholeNumber(used)} of ${wholeNumber(limit)}`, 'end')}`;
}

function dayBar({ day, answered, refused, failed }: DayCount, index: number, max: number, top: number, colours: Colours): Html {
  const [step, bar] = [width / 7, 36];
  const [x, bottom] = [index * step + (step - bar) / 2, top + dayTop + dayHeight];
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / max) * dayHeight));
  const parts = [
    [answered, colours.answered],
    [refused, colours.refused],
    [failed, colours.failed],
  ] as const;
  let y = bottom;
  const boxes = parts.map(([count, colour]) => {
    y -= heightOf(count);
    return box(x, y, bar, heightOf(count), colour);
  });
  const total = answered + refused + failed;
  return html`${boxes}${text(x + bar / 2, y - 6, colours.soft, total === 0 ? '0' : wholeNumber(total), 'middle')}${text(x + bar / 2, bottom + 18, colours.ink, day.slice(5), 'middle')}`;
}

/** The content of the chart, in a sentence. */
export function usageSentence({ limits, days }: ClientUsage): string {
  const total = days.reduce((sum, { answered, refused, failed }) => sum + answered + refused + failed, 0);
  const refused = days.reduce((sum, day) => sum + day.refused, 0);
  const [fullest] = [...limits].sort((one, other) => other.used / other.limit - one.used / one.limit);
  const nearest =
    fullest &&
    ` Nearest to its limit: ${fullest.operation}, ${wholeNumber(fullest.used)} of ${wholeNumber(fullest.limit)} this ${fullest.window}.`;
  return `${wholeNumber(total)} requests in the last seven days, ${wholeNumber(refused)} of them refused.${nearest ?? ''}`;
}

/** Limits used now, and requests of the last seven days, as SVG. */
export function usageChart(usage: ClientUsage, theme: ChartTheme): string {
  const colours = themes[theme];
  const { limits, days } = usage;
  const top = limits.length === 0 ? 0 : 56 + limits.length * rowHeight;
  const max = Math.max(1, ...days.map(({ answered, refused, failed }) => answered + refused + failed));
  const height = top + dayTop + dayHeight + 30;
  const legend = [
    ['answered', colours.answered],
    ['refused', colours.refused],
    ['failed', colours.failed],
  ] as const;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d" font-family="system-ui,sans-serif" font-size="13"><title id="t">Limits and requests</title><desc id="d">${usageSentence(usage)}</desc>
${limits.length > 0 && html`${text(0, 18, colours.ink, 'Limits used now')}${limits.map((one, index) => limitBar(one, index, colours))}`}
${text(0, top + 18, colours.ink, 'Requests by day')}${legend.map(([name, colour], index) => html`${box(150 + index * 90, top + 8, 11, 11, colour)}${text(166 + index * 90, top + 18, colours.soft, name)}`)}
${days.map((day, index) => dayBar(day, index, max, top, colours))}</svg>`.text;
}
