import { plainStyle } from '@open-banking/http/plain-page';
import { developerPages, sitePages } from '@open-banking/spec';
import { bounds } from './bounds.js';

export { pageHeaders, unknownPage, wantsPage } from '@open-banking/http/plain-page';

/**
 * The page for a browser that no service answered. A gateway cannot know what the customer had done before, so the page says
 * what holds either way; and it is in all languages of the pages, because it cannot know theirs.
 */
export const page =
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>The bank cannot answer at the moment · הבנק אינו יכול לענות כרגע · لا يستطيع البنك الإجابة في الوقت الحالي</title><style>${plainStyle}</style></head><body><main>` +
  '<section><h1>The bank cannot answer at the moment</h1>' +
  '<p>If you have just approved, cancelled or ended something, we cannot say yet whether it was done. Before you do it again, look on <a href="/customer">your own pages</a> whether it was.</p>' +
  '<p>If you have not, nothing was shared or paid, and you can try again in a moment.</p></section>' +
  '<section lang="he" dir="rtl"><h2>הבנק אינו יכול לענות כרגע</h2>' +
  '<p>אם אישרת, ביטלת או הפסקת משהו זה עתה, עדיין לא ידוע אם הדבר נעשה. לפני ניסיון נוסף יש לבדוק זאת <a href="/customer?lang=he">בדפים שלך</a>.</p>' +
  '<p>אם לא, שום מידע לא נמסר ודבר לא שולם, ואפשר לנסות שוב בעוד רגע.</p></section>' +
  '<section lang="ar" dir="rtl"><h2>لا يستطيع البنك الإجابة في الوقت الحالي</h2>' +
  '<p>إذا كنت قد وافقت على شيء أو ألغيته أو أنهيته للتو، فلا يمكننا أن نقول بعد هل نُفّذ. قبل أن تحاول مرة أخرى، تحقق من ذلك في <a href="/customer?lang=ar">صفحاتك</a>.</p>' +
  '<p>وإذا لم تفعل، فلم يُشارَك شيء ولم يُدفع شيء، ويمكنك المحاولة مرة أخرى بعد لحظة.</p></section>' +
  '</main></body></html>';

/** The places of the portal that are there at every bank, in and outside a sandbox. */
const portalPlaces = [
  [developerPages.showDeveloper.path, 'Your clients'],
  [developerPages.showRequests.path, 'Requests'],
  [developerPages.showNotifications.path, 'Notifications'],
  [sitePages.showReference.path, 'Reference'],
  [sitePages.showGuides.path, 'Guides'],
  [sitePages.showStatus.path, 'Status'],
] as const;

/** A page in the portal's style that needs nothing of the portal, which may be what is away. */
const portalPage = (title: string, says: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Developers</title><style>${plainStyle}</style></head><body>` +
  `<header><a href="${sitePages.showHome.path}">Developers</a><nav aria-label="Portal"><ul>${portalPlaces.map(([path, name]) => `<li><a href="${path}">${name}</a></li>`).join('')}</ul></nav></header>` +
  `<main><section><h1>${title}</h1>${says}</section></main></body></html>`;

const mayHaveHappened =
  '<p>If you sent a form, what it asked for may have happened. Look at the page that shows it before you send the form again.</p>' +
  '<p>If you only opened a page, load it again in a moment.</p>';

/** Pages for developers, by status, for the portal's addresses when the gateway answers in its place. `page` is for customers. */
export const portalPages = {
  413: portalPage('This is too large', '<p>What you sent is larger than this page takes. Nothing was changed.</p>'),
  500: portalPage('The portal could not answer', mayHaveHappened),
  503: portalPage('The portal cannot answer at the moment', mayHaveHappened),
  504: portalPage(
    'This took too long',
    `<p>The portal did not answer within ${bounds.serverMs / 1_000} seconds. It may still complete.</p>${mayHaveHappened}`,
  ),
} as const satisfies Readonly<Record<number, string>>;
