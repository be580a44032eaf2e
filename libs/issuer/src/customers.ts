/** A customer who has shown who they are. */
export interface Customer {
  readonly psuId: string;
  readonly name: string;
}

/**
 * `wrong` says neither whether the login exists nor which part was wrong; `locked` is returned for existing and invented logins
 * alike. `deviceCookie`: the cookie that this browser keeps from now on, so that it is known again.
 */
export type SignIn =
  | { readonly customer: Customer; readonly deviceCookie: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'locked'; readonly until: Date };

/** The customer who has signed in at the bank's OpenID provider. `unknown`: no customer of this bank. */
export type SubjectSignIn = { readonly customer: Customer } | { readonly refused: 'unknown' | 'locked' };

/** `taken`: one code may be compared. `lockedUntil`: the login is locked; where this was the last try, unless its code is right. */
export type CodeTry = { readonly taken: true; readonly lockedUntil?: Date } | { readonly taken: false; readonly lockedUntil: Date };

/** Finds customers for an issuer: ais-pis alone knows them. */
export abstract class Customers {
  /** `deviceCookie`: what the browser brought; tries from one that has signed in as this customer before are counted on their own. */
  abstract signIn(login: string, password: string, deviceCookie?: string): Promise<SignIn>;
  /** The customer who is this subject at the provider with this issuer. */
  abstract signInSubject(issuer: string, subject: string): Promise<SubjectSignIn>;
  /** Takes one of five tries before a code is compared: however many come at once, no more than five are. The fifth locks the login. */
  abstract takeCodeTry(psuId: string): Promise<CodeTry>;
  /** No third party may see or use this customer's accounts: nothing can be approved. */
  abstract hasOptedOut(psuId: string): Promise<boolean>;
  /** The code of a try that was taken is right: the tries before it are forgotten, and their lock. */
  abstract codeWasRight(psuId: string): Promise<void>;
}
