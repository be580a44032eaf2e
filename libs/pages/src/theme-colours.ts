import { omitNullish } from '@open-banking/messages';

/** The colours a bank can choose, each `#rrggbb`. */
export const colourNames = ['brand', 'ink', 'soft', 'ground', 'card', 'line', 'tint'] as const;
export type ColourName = (typeof colourNames)[number];
export type Colours = Readonly<Partial<Record<ColourName, string>>>;

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];
export type ThemeColours = Readonly<Partial<Record<Scheme, Colours>>>;

const defaults: Readonly<Record<Scheme, Required<Colours>>> = {
  light: { brand: '#0b4f6c', ink: '#14213a', soft: '#4d5b75', ground: '#f2f5fa', card: '#ffffff', line: '#d5dce8', tint: '#e8f2f6' },
  dark: { brand: '#8accea', ink: '#e8edf5', soft: '#aebad0', ground: '#0e1624', card: '#172133', line: '#35435c', tint: '#22364a' },
};

/** Colours with a meaning of their own; no theme changes them. */
const fixed: Readonly<Record<Scheme, Readonly<Record<string, string>>>> = {
  light: {
    edge: '#7b889e',
    alert: '#8f1d1d',
    'alert-strong': '#6d1515',
    'alert-tint': '#fdeeee',
    'on-alert': '#ffffff',
    note: '#5c4300',
    'note-tint': '#fff6dd',
    'note-edge': '#b58105',
    done: '#0d4f2b',
    'done-tint': '#e6f5ec',
    'done-edge': '#2b7a4b',
    focus: '#1d4ed8',
  },
  dark: {
    edge: '#8391ab',
    alert: '#ffb4ae',
    'alert-strong': '#ffcdc9',
    'alert-tint': '#3b1b1d',
    'on-alert': '#330a0a',
    note: '#f6d98a',
    'note-tint': '#352b12',
    'note-edge': '#c99a2e',
    done: '#a8e6c1',
    'done-tint': '#12301f',
    'done-edge': '#3f9c66',
    focus: '#9cc2ff',
  },
};

const dark = '#0b1220';
const white = '#ffffff';

const coloursOf = (scheme: Scheme, chosen: Colours = {}): Required<Colours> => ({ ...defaults[scheme], ...omitNullish({ ...chosen }) });

/** The variables of one scheme. The bar on top has the bank's colour in light, and that of a card in dark. */
export function colourVariables(scheme: Scheme, chosen?: Colours): string {
  const colours = coloursOf(scheme, chosen);
  const { brand, card, ink, line } = colours;
  const onBrand = textOn(brand);
  const bar = scheme === 'light' ? { bar: brand, 'on-bar': onBrand, 'bar-line': brand } : { bar: card, 'on-bar': ink, 'bar-line': line };
  const variables = { ...colours, 'on-brand': onBrand, 'brand-strong': awayFrom(onBrand, brand), ...bar, ...fixed[scheme] };
  return Object.entries(variables)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/** WCAG 2.2, 1.4.3. */
const textContrast = 4.5;
/** Text and what it stands on. */
const pairs: readonly (readonly [text: ColourName, on: ColourName])[] = [
  ['ink', 'card'],
  ['ink', 'ground'],
  ['ink', 'tint'],
  ['soft', 'card'],
  ['soft', 'ground'],
  ['soft', 'tint'],
  ['brand', 'card'],
  ['brand', 'ground'],
  ['brand', 'tint'],
];

/** Which chosen colours are unreadable together, with those that were not chosen. */
export function unreadable(scheme: Scheme, chosen: Colours): string[] {
  const colours = coloursOf(scheme, chosen);
  return pairs
    .filter(([text, on]) => contrast(colours[text], colours[on]) < textContrast)
    .map(([text, on]) => {
      const ratio = (Math.floor(contrast(colours[text], colours[on]) * 100) / 100).toFixed(2);
      return `colours.${scheme}: text of ${text} (${colours[text]}) on ${on} (${colours[on]}) has a contrast of ${ratio}; it needs ${textContrast}`;
    });
}

const channels = (colour: string): number[] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
    .map((channel) => channel / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [less = 0, more = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const textOn = (colour: string): string => (contrast(white, colour) >= contrast(dark, colour) ? white : dark);

/** A little farther from the text that stands on it: what a button has under the pointer. */
function awayFrom(text: string, colour: string): string {
  const towards = text === white ? 0 : 255;
  const mixed = channels(colour).map((channel) => Math.round(channel + (towards - channel) * 0.2));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
