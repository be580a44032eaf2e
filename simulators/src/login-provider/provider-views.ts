import type { IncomingMessage } from 'node:http';
import { languageOf, messagePage, pagePolicy, themeOf, type Frame } from '@open-banking/pages';
import { pageWords } from './provider-pages.js';

const theme = themeOf({ bankName: 'Demo Bank: login' });

/** `asked`: the language that the bank asks for. */
export function frameOf({ headers }: IncomingMessage, asked?: unknown): Frame {
  const language = languageOf(typeof asked === 'string' ? asked : undefined, headers['accept-language']);
  return { language, theme, sandbox: true, switchable: false };
}

/** Forms end at the bank. */
export const pageHeaders = (bankUrl: string): Record<string, string> => ({ ...pagePolicy({ theme }, { redirectUri: bankUrl }) });

export const errorPageOf = (request: IncomingMessage, says: string): string => {
  const frame = frameOf(request);
  return messagePage(frame, pageWords(frame.language).error, says);
};
