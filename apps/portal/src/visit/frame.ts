/** The values that every page of the portal needs besides its own content. */
export interface Frame {
  readonly bankName: string;
  readonly sandbox: boolean;
  /** The path of this page, for the navigation. */
  readonly path: string;
  /** The portal's address, without a slash at its end. */
  readonly site: string;
  /** The developer who is signed in: the e-mail address or name, and the token of the form that signs out. */
  readonly account?: { readonly name: string; readonly csrf: string } | undefined;
}
