/** A customer who has shown who they are. */
export interface Customer {
  readonly psuId: string;
  readonly name: string;
}

/** `wrong` says neither whether the login exists nor which part was wrong; `locked` is told to existing and invented logins alike. */
export type SignIn = { readonly customer: Customer } | { readonly refused: 'wrong' } | { readonly refused: 'locked'; readonly until: Date };

/** Where an issuer asks about customers: ais-pis alone knows them. */
export abstract class Customers {
  abstract signIn(login: string, password: string): Promise<SignIn>;
  /** Counts an approval code as right or wrong; five wrong ones in a row lock the login. Returns until when, where it is locked. */
  abstract codeTried(psuId: string, right: boolean): Promise<Date | undefined>;
}
