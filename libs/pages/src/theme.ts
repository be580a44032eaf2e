import { hash } from 'node:crypto';
import { styleOf } from './style.js';
import { readThemeFile, type ThemeFile } from './theme-file.js';

/** The bank's pages that all pages link to. */
export type PageLink = 'help' | 'privacy' | 'accessibility';

/** How the pages look and what they call the bank. */
export interface Theme {
  readonly bankName: string;
  /** A PNG, in base64. */
  readonly logo?: string | undefined;
  readonly links: Readonly<Partial<Record<PageLink, string>>>;
  readonly style: string;
  /** The hash by which the policy of the pages names their style. */
  readonly styleHash: string;
}

export interface ThemeSettings {
  readonly bankName: string;
  readonly themeFile?: string | undefined;
}

/** The theme of a bank; without a file the pages' own with the bank's name. */
export function themeOf({ bankName, themeFile }: ThemeSettings): Theme {
  const file: ThemeFile = themeFile === undefined ? {} : readThemeFile(themeFile);
  const style = styleOf(file.colours);
  return {
    bankName: file.bankName ?? bankName,
    logo: file.logo,
    links: file.links ?? {},
    style,
    styleHash: `'sha256-${hash('sha256', style, 'base64')}'`,
  };
}
