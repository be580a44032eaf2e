import { finishAuthorization, startAuthorization } from './authorization.js';
import type { SharedOptions } from './call-options.js';
import { Caller, type Connection } from './caller.js';
import { ClientTokens } from './client-tokens.js';
import { customerAccess, methodsOf, type CustomerAccess } from './customer-access.js';
import { CustomerTokens } from './customer-tokens.js';
import { issuers, operations, type Operations } from './generated/operations.js';
import type { IssuerMetadata } from './generated/messages.js';
import type { AccessToken, Authorization, Grant } from './grant.js';
import { Credentials, IssuerEndpoint } from './issuer-endpoint.js';
import { NotificationVerifier, type Notification, type ReceivedRequest } from './notification.js';
import type { ClientOperationId, Issuer, OperationFacts, OperationId } from './operation-ids.js';
import type { Settings } from './settings.js';
import { accessTokenOf } from './token.js';
import { Transport } from './transport.js';

/** The bank, for one client: the operations it calls with its own token, and the ways to a customer's approval. */
export type Bank = Pick<Operations, ClientOperationId> & {
  /** The metadata of an issuer (RFC 8414), read at most once an hour. */
  metadata(issuer: Issuer): Promise<IssuerMetadata>;
  /** The client's own token with a scope, such as `AIS`, for a call that another program sends. Used until it ends. */
  clientToken(issuer: Issuer, scope: string): Promise<AccessToken>;
  /**
   * Begins an approval: send the customer to `url`, keep the rest for this customer's session, and pass it to `finish`.
   * `resourceId` is the id of the consent, payment or mandate; `cancellation` ends the mandate of this id.
   */
  authorize<I extends Issuer>(issuer: I, resourceId: string): Promise<Authorization<I>>;
  /** Ends an approval: `callbackUrl` is the address with which the customer came back. */
  finish<I extends Issuer>(authorization: Authorization<I>, callbackUrl: string | URL): Promise<CustomerAccess<I>>;
  /** The access of a stored grant. */
  resume<I extends Issuer>(grant: Grant<I>): CustomerAccess<I>;
  /** Checks that the bank has sent this notification, to this address of yours. Throws a `VerificationError` otherwise. */
  verifyNotification(request: ReceivedRequest, address: string): Promise<Notification>;
  /** The same client, with options for all calls with its own token. */
  with(options: SharedOptions): Bank;
};

/** Connects a client to a bank. Nothing is sent before the first call. */
export function connect(settings: Settings): Bank {
  const transport = new Transport(settings);
  const credentials = new Credentials(settings);
  const names = Object.keys(issuers) as Issuer[];
  const endpoints = Object.fromEntries(
    names.map((issuer) => [issuer, new IssuerEndpoint(issuer, settings, credentials, transport)]),
  ) as Record<Issuer, IssuerEndpoint>;
  const verifier = new NotificationVerifier(Object.values(endpoints));
  const connection: Connection = { transport, credentials, origin: () => originOf(settings, endpoints.consents) };
  const own = new Map<string, ClientTokens>();
  const tokensWith = (issuer: Issuer, scope: string): ClientTokens => {
    const key = `${issuer} ${scope}`;
    const tokens = own.get(key) ?? new ClientTokens(endpoints[issuer], scope);
    own.set(key, tokens);
    return tokens;
  };
  const ownTokens = (id: OperationId): ClientTokens | undefined => {
    const { issuer, clientScope } = operations[id] as OperationFacts;
    return issuer === undefined || clientScope === undefined ? undefined : tokensWith(issuer, clientScope);
  };
  const connectedAccess = <I extends Issuer>(tokens: CustomerTokens<I>): CustomerAccess<I> => {
    const { issuer, resourceId } = tokens.grant;
    const party = { tokensFor: () => tokens, ...(issuer === 'consents' && { consentId: resourceId }) };
    return customerAccess(new Caller(connection, party), tokens);
  };
  const tokensOf = <I extends Issuer>(grant: Grant<I>, isSaved: boolean) =>
    new CustomerTokens(grant, endpoints[grant.issuer], settings.saveGrant, isSaved);
  const bankOf = (caller: Caller): Bank =>
    ({
      ...methodsOf(caller, ({ token }) => token !== 'customer'),
      metadata: (issuer: Issuer) => endpoints[issuer].metadata(),
      clientToken: async (issuer: Issuer, scope: string) => accessTokenOf(await tokensWith(issuer, scope).current()),
      authorize: <I extends Issuer>(issuer: I, resourceId: string) => startAuthorization(endpoints[issuer], issuer, resourceId, settings),
      finish: async <I extends Issuer>(authorization: Authorization<I>, callbackUrl: string | URL) => {
        const tokens = tokensOf(await finishAuthorization(endpoints[authorization.issuer], authorization, callbackUrl, settings), false);
        await tokens.save();
        return connectedAccess(tokens);
      },
      resume: <I extends Issuer>(grant: Grant<I>) => connectedAccess(tokensOf(grant, true)),
      verifyNotification: (request: ReceivedRequest, address: string) => verifier.verify(request, address),
      with: (options: SharedOptions) => bankOf(caller.with(options)),
    }) as unknown as Bank;
  return bankOf(new Caller(connection, { tokensFor: ownTokens }));
}

/** Where calls go: clients with a certificate call at the address that asks for one. */
async function originOf({ baseUrl, tls }: Settings, issuer: IssuerEndpoint): Promise<string> {
  if (!tls) return baseUrl;
  const { mtls_endpoint_aliases: aliases } = await issuer.metadata();
  const endpoint = aliases?.token_endpoint as string | undefined;
  return endpoint === undefined ? baseUrl : new URL(endpoint).origin;
}
