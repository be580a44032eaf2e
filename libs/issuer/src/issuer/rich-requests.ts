import type { RateLimitsService } from '@open-banking/limits';
import { codes, Refusal } from '@open-banking/messages';
import { errors, type Client as ProviderClient, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { RequestContext } from '@open-banking/http';
import type { AuthorizationDetails } from '../authorization-details.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { standingOf } from './requested-scope.js';
import { clientScope, detailsOf, scopesOf } from './scopes.js';
import { refuseSuspended } from './suspended-client.js';

export interface RichRequestParts {
  readonly home: IssuerFacts;
  readonly limits: RateLimitsService;
  /** Absent where this issuer takes no details. */
  readonly details?: AuthorizationDetails | undefined;
}

/** The types of entries that this issuer takes. */
export const detailTypesOf = ({ home, details }: Pick<RichRequestParts, 'home' | 'details'>): string[] =>
  details ? [detailsOf[home.id]!.type] : [];

type Entry = Readonly<Record<string, unknown>>;
type Refused = typeof errors.InvalidAuthorizationDetails;
const refuse = (text: string): never => {
  throw new (errors.InvalidAuthorizationDetails as Refused)(text);
};

/**
 * RFC 9396: what the entry of a pushed request asks for is created there and then, and its id takes the entry's place: the request goes on as
 * one with the scope of that id, the approval page and all later checks included, and nothing of a customer's accounts is kept with tokens.
 * Not in the browser's requests: there anybody could create things in a client's name.
 */
export function richRequests(
  parts: RichRequestParts,
  contextOf: (ctx: KoaContextWithOIDC) => RequestContext,
): NonNullable<Configuration['features']>['richAuthorizationRequests'] {
  return {
    enabled: true,
    types: Object.fromEntries(
      detailTypesOf(parts).map((type) => [
        type,
        {
          validate: (ctx: KoaContextWithOIDC, entry: object, client: ProviderClient) =>
            validate(parts, contextOf(ctx), ctx, entry as Entry, client),
        },
      ]),
    ),
    authorizationDetailsForGrantSource: ({ oidc }) => entriesIn(oidc.params?.['authorization_details']) as never,
    authorizationDetailsForAccessToken: (_ctx, _token, source) => (source as { rar?: never } | undefined)?.rar,
  };
}

async function validate(
  parts: RichRequestParts,
  context: RequestContext,
  ctx: KoaContextWithOIDC,
  entry: Entry,
  client: ProviderClient,
): Promise<void> {
  const { route, params, entities } = ctx.oidc;
  // What stands in a pushed request is what was put there below.
  if (route === 'authorization' && entities.PushedAuthorizationRequest) return;
  if (route !== 'pushed_authorization_request') refuse('authorization_details are taken in pushed requests only (RFC 9126)');
  if (entriesIn(params!['authorization_details'])!.length > 1)
    refuse('one request asks for one approval: authorization_details must have one entry');
  if (params!['scope'] !== undefined) refuse('scope and authorization_details each name what is to be approved: send one of them');
  refuseSuspended(client);
  const { approved } = scopesOf[parts.home.id];
  if (clientScope(parts.home.id, standingOf(client), approved) === undefined)
    throw new errors.UnauthorizedClient(`this client may not create what authorization_details ask for: it has no scope ${approved}`);
  const id = await create(parts, context, ctx, entry, client.clientId);
  const { type, idName } = detailsOf[parts.home.id]!;
  Object.assign(params!, { scope: `${approved}:${id}`, authorization_details: JSON.stringify([{ type, [idName]: id }]) });
  // A request object is verified by now: what is kept is what it says, with the id.
  if (ctx.oidc.body?.['request']) Object.assign(ctx.oidc.body, { request: undefined });
}

/** Charged as the operation is, before anything is created. */
async function create(
  { details, limits }: RichRequestParts,
  context: RequestContext,
  ctx: KoaContextWithOIDC,
  { type: _, ...fields }: Entry,
  clientId: string,
): Promise<string> {
  const { operation } = details!;
  await limits.charge(operation, { client: clientId }, { header: (name, value) => ctx.set(name, value) });
  try {
    return await details!.create(clientId, { ...context, rawBody: Buffer.from(JSON.stringify(fields)) }, fields);
  } catch (error) {
    if (error instanceof Refusal && isOfRequest(error))
      refuse(error.faults.map(({ path, code, text }) => `${path ?? ''} ${text ?? codes[code].text}`.trim()).join('; '));
    throw error;
  }
}

/** Said of what was asked for, and not of its time: limits, bounds and outages are answered as the operation answers them. */
const isOfRequest = ({ status }: Refusal): boolean => status === 400 || status === 404;

function entriesIn(given: unknown): Entry[] | undefined {
  return typeof given === 'string' ? (JSON.parse(given) as Entry[]) : undefined;
}
