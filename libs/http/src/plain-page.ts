import { hash } from 'node:crypto';
import { acceptedRanges, isNamed } from '@open-banking/messages';
import { responseHeaders } from './response-headers.js';

// Must not contain per cent signs or single quotes: HAProxy reads the page as a quoted format string.
export const plainStyle =
  'body{margin:0;background:#f2f5fa;color:#14213a;font:1rem/1.55 system-ui,Arial,sans-serif}main{max-width:40rem;margin:0 auto;padding:1.5rem 1.25rem}' +
  'section{background:#fff;border:1px solid #d5dce8;border-radius:16px;padding:1.25rem 1.75rem;margin:0 0 1rem}h1,h2{font-size:1.4rem;line-height:1.3}a{color:#0b4f6c}' +
  'header{background:#fff;border-bottom:1px solid #d5dce8;padding:.75rem 1.25rem}header a{font-weight:600}nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:.25rem 0 0;padding:0}nav a{display:inline-block;padding:.3rem 0}' +
  '@media (prefers-color-scheme:dark){body{background:#0f1726;color:#e6edf6}section,header{background:#172136;border-color:#33415a}a{color:#7cc4e0}}';

/**
 * What a browser sees at an address that nothing has, in all languages of the pages: who asks is not known. `portal`: the origin of the
 * portal, or nothing where it is at this one; HAProxy puts in a variable.
 */
export const unknownPage = (portal = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>There is no such page · אין דף בכתובת זו · لا توجد صفحة بهذا العنوان</title><style>${plainStyle}</style></head><body><main>` +
  '<section><h1>There is no such page</h1>' +
  '<p>Nothing of this bank has this address. Check its spelling, upper and lower case, and whether it ends in a slash that does not belong there.</p>' +
  `<p>Developers: the <a href="${portal}/">front page</a> and the <a href="${portal}/reference">reference</a> of every operation.</p></section>` +
  '<section lang="he" dir="rtl"><h2>אין דף בכתובת זו</h2>' +
  `<p>כדאי לבדוק את האיות. אפשר להמשיך <a href="${portal}/">לדף הראשי</a>.</p></section>` +
  '<section lang="ar" dir="rtl"><h2>لا توجد صفحة بهذا العنوان</h2>' +
  `<p>تحقق من كتابة العنوان. يمكنك المتابعة إلى <a href="${portal}/">الصفحة الرئيسية</a>.</p></section>` +
  '</main></body></html>';

/** The usual headers, except that inline styles are allowed. */
export const pageHeaders = {
  ...responseHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', plainStyle, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
};

/** Browsers name text/html in Accept, and no JSON; clients name JSON or anything. HAProxy goes by the same rule. */
export function wantsPage(accept = ''): boolean {
  const ranges = acceptedRanges(accept);
  return isNamed('text/html', ranges) && !isNamed('application/json', ranges);
}
