import { developerPages } from '@open-banking/spec';

const signIn = developerPages.showDeveloper.path;
/** Letters, digits, `-` and `_` between single slashes: nothing that a browser could read as another site. */
const ownPage = /^\/developer(?:\/[\w-]+)+$/;

/** The page of the portal to which a sign-in or sign-up leads on; undefined for any other address. */
export const signInTarget = (next: unknown): string | undefined => (typeof next === 'string' && ownPage.test(next) ? next : undefined);

/** The address of the sign-in page, or of another one with credentials, that leads on to `target`. */
export const signInAddress = (target: string | undefined, page: string = signIn): string =>
  target === undefined ? page : `${page}?${new URLSearchParams({ next: target }).toString()}`;
