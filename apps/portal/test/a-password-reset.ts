import { developerPages } from '@open-banking/spec';
import { Browser, ownAddress } from '@open-banking/testing';

export const newPassword = 'another battery staple';

/** Asks for the link, in a browser of their own. */
export async function askForReset(
  bank: { readonly baseUrl: string },
  email: string,
): Promise<{ readonly browser: Browser; readonly link: string }> {
  const browser = new Browser(bank.baseUrl, ownAddress());
  await browser.open(developerPages.showPasswordReset.path);
  const { text } = await browser.press('ask-reset', { email });
  return { browser, link: /\/developer\/new-password\?code=[\w-]+/.exec(text)?.[0] ?? '' };
}

/** The words of the page, without the address and the code. */
export const wordsOf = ({ response }: Browser, email: string): string =>
  /<main.*<\/main>/s
    .exec(response.text)![0]
    .replaceAll(email, 'address')
    .replace(/code=[\w-]+/, 'code');
