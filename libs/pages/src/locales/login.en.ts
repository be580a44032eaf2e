/** Signing in at the bank's OpenID provider, in English. */
export const loginInEnglish = {
  explains: 'You sign in with the bank’s login, and come back here afterwards.',
  submit: 'Go on to the bank’s login',
  again: 'Sign in again',
  signedIn: 'You are signed in',
  goOn: 'Go on to your pages',
  signedOut: 'You are signed out',
  signedOutHere: 'You are signed out of these pages. We now sign you out of the bank’s login too.',
  signOut: 'Sign out of the bank’s login',
};

/** Why a sign-in there has not signed the customer in here. */
export const loginNoticesInEnglish = {
  'login-refused': 'You did not sign in at the bank’s login. Nothing was shown to anybody; you can try again.',
  'login-incomplete': 'The bank’s login could not sign you in this time. Please try again.',
  'login-unavailable': 'The bank’s login does not answer at the moment. Nothing was shared or paid. Try again in a moment.',
  'login-unconfirmed': 'We could not confirm that it was the bank’s login that answered, so you are not signed in. Try again.',
  'login-old': 'The bank’s login used an earlier sign-in and did not ask you to sign in again. Sign out there, then try again.',
  'login-weak': 'You signed in with less than we ask for here. Try again, and confirm with your second factor too.',
  'login-unknown': 'You signed in at the bank’s login, but it does not belong to a customer of these services.',
  'login-locked': 'After five wrong approval codes signing in is locked for up to 15 minutes. Access you gave earlier goes on.',
  'login-stale': 'This sign-in was used before, has taken too long, or was begun in another window. Please sign in again.',
};
