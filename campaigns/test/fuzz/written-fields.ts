import { randomUUID } from 'node:crypto';
import { aPublicKey } from '@open-banking/testing/sweep';
import type { Fields } from './page-forms.js';

/** What somebody writes into the forms of pages, by their rows: what a page shows is empty there. */
export const writtenFields: Readonly<Record<string, Fields>> = {
  answerSignUp: { email: `fuzz-${randomUUID()}@example.com`, password: 'correct horse battery' },
  answerNewClient: { name: 'Fuzz', redirectUris: 'http://127.0.0.1/back', role: 'PSP_AI', jwks: '' },
  answerCertificates: { request: aPublicKey(), use: 'web', validity: 'year' },
  chooseAlerts: { step: 'save-alerts' },
  answerReceiver: { count: '1' },
  answerConsole: { step: 'forget' },
  answerClientLogo: { step: 'upload-logo' },
};

export interface WrittenFile {
  readonly name: string;
  readonly content: Buffer;
}

/** Files that a form sends besides: a PNG of 32 × 32 pixels. */
export const writtenFiles: Readonly<Record<string, WrittenFile>> = {
  answerClientLogo: {
    name: 'image',
    content: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQAAAABbAUdZAAAADElEQVR42mNgGNwAAACgAAGO+7G0AAAAAElFTkSuQmCC', 'base64'),
  },
};

const boundary = 'fuzz';
export const multipart = `multipart/form-data; boundary=${boundary}`;

const decoded = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Percent-encoded fields and a file, as a browser sends them. */
export function multipartOf(pairs: readonly (readonly [name: string, value: string])[], { name, content }: WrittenFile): Buffer {
  const part = (about: string, text: string): string => `--${boundary}\r\nContent-Disposition: form-data; name=${about}\r\n\r\n${text}\r\n`;
  const fields = pairs.map(([field, value]) => part(`"${field}"`, decoded(value)));
  const file = part(`"${name}"; filename="x.png"\r\nContent-Type: image/png`, content.toString('latin1'));
  return Buffer.from(`${fields.join('')}${file}--${boundary}--\r\n`, 'latin1');
}
