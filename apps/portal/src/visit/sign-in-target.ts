import { developerPages } from '@open-banking/spec';

const signIn = developerPages.showDeveloper.path;
/** Letters, digits, `-` and `_` between single slashes: nothing that a browser could read as another site. */
const ownPage = /^\/developer(?:\/[\w-]+)+$/;

/** The page of the portal to which a sign-in leads on; undefined for any other address. */
export const signInTarget = (next: unknown): string | undefined => (typeof next === 'string' && ownPage.test(next) ? next : undefined);

/** The address of the sign-in page that leads on to `target`. */
export const signInAddress = (target: string | undefined): string =>
  target === undefined ? signIn : `${signIn}?${new URLSearchParams({ next: target }).toString()}`;
