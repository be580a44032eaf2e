import type { ResourceKind, Service } from './services.js';

/** The four token issuers: each authorizes one kind of thing and no other. */
export const issuers = ['consents', 'payments', 'mandates', 'cancellation'] as const;
export type Issuer = (typeof issuers)[number];

/** What a consent can permit on a resource (Berlin Group NextGenPSD2 1.3.11, `accountAccess`). */
export type Permission = 'accounts' | 'balances' | 'transactions';

/** Names the numbers an operation is limited by; the values are in `limits.ts`. */
export type LimitClass = 'read' | 'hotRead' | 'write' | 'metadata' | 'loanServices' | 'token' | 'page' | 'signIn' | 'none';

export type Role = 'PSP_AI' | 'PSP_PI' | 'PSP_IC';

/**
 * Whose token an operation takes. `client`: client credentials; `customer`: from the code flow, with a stored
 * approval; `either`: both. `consent` asks for `Consent-ID` besides.
 */
export interface Token {
  readonly issuer: Issuer;
  readonly kind: 'client' | 'customer' | 'either';
  /** What a client's own token must carry (RFC 6749 §3.3). Absent where the row takes no such token, or one of any scope. */
  readonly clientScope?: string;
  /**
   * What a customer's token must carry: `AIS:<consentId>` is the scope `AIS:` with an id. Where the path has a parameter of that name, the
   * token is for that id alone.
   */
  readonly customerScope?: string;
  /** What the client must be authorised as, and what the certificate of a signed request must name. */
  readonly role?: Role;
  readonly consent?: true;
}

/**
 * The format of a path parameter.
 * `digits`: a value that does not match is refused with 400; `text` says what would match.
 * `uuid`: a value that is not a UUID is handled, and timed, like any unknown id; of a PUT, which makes something with it, it is refused.
 * `text`: any text that can be stored.
 */
export type Format = { readonly kind: 'digits'; readonly pattern: RegExp; readonly text: string } | { readonly kind: 'uuid' | 'text' };

/** Days, `2027-01-31`: when it was announced that an operation ends, and the last one on which it is served (UTC). */
export interface Deprecation {
  readonly since: string;
  readonly lastDay: string;
}

export interface Options {
  readonly limits: LimitClass;
  /** Absent: anybody may call it (metadata, health). */
  readonly token?: Token;
  readonly permission?: Permission;
  /** The kind of resource the permission is on: what a consent grants is matched by kind, whoever serves it. */
  readonly of?: ResourceKind;
  /** One of the lists: all that a consent for lists alone opens (1.3.11 `availableAccounts…`). */
  readonly availableAccounts?: true;
  /** The format of each path parameter, by its name in the path. */
  readonly formats?: Readonly<Record<string, Format>>;
  /** It is going to end: its answers and its documentation say so. */
  readonly deprecated?: Deprecation;
}

export type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

/** One line of the table. `kind` tells the operations of the specification from what the bank needs besides. */
export interface Operation<Path extends string = string> extends Options {
  readonly id: string;
  readonly method: Method;
  readonly path: Path;
  readonly product: string;
  readonly service: Service;
  readonly kind: 'business' | 'metadata' | 'oauth' | 'page' | 'status' | 'sandbox' | 'internal' | 'health';
  /** Internal operations only: which callers' signed tokens are taken. */
  readonly callers?: readonly Caller[];
  /** Internal operations only: a POST that changes nothing and may be sent again. Its question stands in the body, since URLs are logged. */
  readonly readOnly?: true;
  /** Internal operations only: an answer comes when there is something new, or after this many milliseconds. */
  readonly holdsMs?: number;
  /** The largest body in bytes, where that is more than 64 KiB; of an internal operation, more than 1 MiB. */
  readonly maxBytes?: number;
  /** Internal operations an operator may call: any one of these roles lets a named operator do it. */
  readonly operatorRoles?: readonly OperatorRole[];
  /** Exists in the sandbox only; elsewhere it is answered as a path that nobody has. */
  readonly sandbox?: true;
  /**
   * Pages only: a step of an interaction leads there, and no link of a page. `redirect`: another site or a form sends the browser there;
   * `script`: a page that waits reads it; `message`: the link is in a message; `convention`: software asks every site for it.
   */
  readonly interaction?: 'redirect' | 'script' | 'message' | 'convention';
}

/**
 * What a named operator may do: look at things, change them, approve what another operator proposed; and, as the bank's connector to
 * other banks, report what clearing answered and present what they send.
 */
export const operatorRoles = ['read', 'act', 'approve', 'connect'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Who may call an internal operation: a service, or an operator's command line. */
export type Caller = Service | 'operator';

export interface Product {
  readonly id: string;
  readonly title: string;
  readonly service: Service;
  /** The version label, and the label of the plan where one is published. */
  readonly version: string;
  readonly planVersion?: string;
  readonly plan: 'Default Plan';
  readonly tier: 'Free';
  /** What the document says of limits, in its words. */
  readonly given: string;
}

type Row<Path extends string> = Pick<Operation<Path>, 'method' | 'path' | 'kind'> & Options;
type Rows = Readonly<Record<string, Row<string>>>;
type Operations<R extends Rows> = { readonly [Id in keyof R]: Operation<R[Id]['path']> & { readonly id: Id } };

const row =
  (method: Method) =>
  <const Path extends string>(path: Path, options: Options): Row<Path> => ({
    kind: options.limits === 'metadata' ? 'metadata' : 'business',
    method,
    path,
    ...options,
  });

export const get = row('GET');
export const post = row('POST');
export const del = row('DELETE');

/** At least `from`, at most `to` decimal digits. */
export const digits = (from: number, to: number) => ({
  kind: 'digits' as const,
  pattern: new RegExp(`^[0-9]{${from},${to}}$`),
  text: `${from} to ${to} digits`,
});

/** An id that the bank gave, or that the caller of a PUT chooses. */
export const uuid = { kind: 'uuid' } as const satisfies Format;
/** Text that names something: a payment product, a client, an operator. */
export const text = { kind: 'text' } as const satisfies Format;

/** The rows of one product: each row learns its own name and its product's. */
export function product<const P extends Product, const R extends Rows>(facts: P, rows: R): Operations<R> & { readonly product: P } {
  const named = Object.entries(rows).map(([id, line]) => [id, { ...line, id, product: facts.id, service: facts.service }]);
  return Object.defineProperty(Object.fromEntries(named), 'product', { value: facts, enumerable: false });
}

/** What third parties read with a token: the customer gets a receipt each time it succeeds. */
export const hasReceipt = ({ kind, method, token }: Pick<Operation, 'kind' | 'method' | 'token'>): boolean =>
  kind === 'business' && method === 'GET' && token !== undefined;
