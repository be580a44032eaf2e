import type { RateLimitsService } from '@open-banking/limits';
import { headerFaults, isStorable, type RequestContext } from '@open-banking/http';
import { asDescription, codes, jsonFlaws, Refusal, type Warnings } from '@open-banking/messages';
import type { Issuer, Operation } from '@open-banking/spec';
import { errors, type Client as ProviderClient, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type { AuthorizationDetails, CreatedFromDetails } from '../authorization-details.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { idInEntry, scopeFault, scopeOfId, type Entry } from './scope-of-details.js';
import { clientScope, detailsOf, scopesOf, standingOf } from './scopes.js';
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

const oneEntry = 'one request asks for one approval: authorization_details must have one entry';

const refuse = (text: string): never => {
  throw new errors.InvalidAuthorizationDetails(asDescription(text));
};

/**
 * RFC 9396: what the entry of a pushed request asks for is created with it, and its id takes the entry's place: the request goes on as
 * one with the scope of that id, the approval page and all later checks included, and nothing of a customer's accounts is kept with tokens.
 * Not in the browser's requests: there anybody could create things in a client's name.
 */
export function richRequests(parts: RichRequestParts): NonNullable<Configuration['features']>['richAuthorizationRequests'] {
  return {
    enabled: true,
    types: Object.fromEntries(
      detailTypesOf(parts).map((type) => [
        type,
        {
          validate: (ctx: KoaContextWithOIDC, _entry: object, client: ProviderClient) => {
            judgeDetails(parts, ctx, client);
          },
        },
      ]),
    ),
    authorizationDetailsForGrantSource: ({ oidc }) => entriesIn(oidc.params?.['authorization_details']) as never,
    authorizationDetailsForAccessToken: (_ctx, _token, source) => (source as { rar?: never } | undefined)?.rar,
  };
}

/** The entry of a pushed request, where it asks to create something; what it has been replaced by has an id. */
function entryToCreate({ oidc: { route, params } }: KoaContextWithOIDC, issuer: Issuer): Entry | undefined {
  const [entry] = route === 'pushed_authorization_request' ? (entriesIn(params?.['authorization_details']) ?? []) : [];
  return entry && idInEntry(issuer, entry) === undefined ? entry : undefined;
}

/**
 * The scope of a request with details that are still to be created; undefined: of any other. oidc-provider 9.13.3 drops an empty list as if
 * it had not been sent. What stands outside a request object, or beside a request_uri, does not count.
 */
export function scopeOfDetails(ctx: KoaContextWithOIDC, { id }: Pick<IssuerFacts, 'id'>): string | undefined {
  const { body, entities } = ctx.oidc;
  const sent: Readonly<Record<string, unknown>> = body ?? ctx.query;
  const isSigned = ctx.oidc.route === 'pushed_authorization_request' && sent['request'] !== undefined;
  if (!isSigned && !entities.PushedAuthorizationRequest) refuseEmptyDetails(sent['authorization_details']);
  return entryToCreate(ctx, id) ? scopesOf[id].approved : undefined;
}

/** Refuses an empty list, as JSON or read from it. */
export function refuseEmptyDetails(details: unknown): void {
  const list = typeof details === 'string' ? details.replaceAll(/\s/g, '') : details;
  if (list === '[]' || (Array.isArray(list) && list.length === 0)) refuse(oneEntry);
}

function judgeDetails(parts: RichRequestParts, ctx: KoaContextWithOIDC, client: ProviderClient): void {
  const { route, params, entities } = ctx.oidc;
  const { id: issuer } = parts.home;
  // What stands in a pushed request is what was put there below.
  if (route === 'authorization' && entities.PushedAuthorizationRequest) return;
  const text = params!['authorization_details'] as string;
  const entries = entriesIn(text)!;
  const id = idInEntry(issuer, entries[0]!);
  if (route === 'token' || (route !== 'pushed_authorization_request' && id === undefined))
    refuse('authorization_details are taken in pushed requests only (RFC 9126)');
  if (entries.length > 1) refuse(oneEntry);
  const fault = scopeFault(issuer, params!['scope'] as string | undefined, entries[0]!);
  if (fault !== undefined) refuse(fault);
  refuseFlaws(text);
  if (id === undefined) refuseCreation(parts, client);
  else params!['scope'] = scopeOfId(issuer, id) ?? refuse(`${detailsOf[issuer]!.idName} must be the id of what this client has created`);
}

function refuseCreation({ home }: RichRequestParts, client: ProviderClient): void {
  refuseSuspended(client);
  const { approved } = scopesOf[home.id];
  if (clientScope(home.id, standingOf(client), approved) === undefined)
    throw new errors.UnauthorizedClient(`this client may not create what authorization_details ask for: it has no scope ${approved}`);
}

/** The same as of the body of an operation. */
function refuseFlaws(text: string): void {
  for (const flaw of jsonFlaws(text))
    refuse(
      'repeated' in flaw
        ? `authorization_details name ${flaw.repeated.slice(0, 64)} twice in one object`
        : `authorization_details are nested deeper than ${flaw.deeperThan} levels`,
    );
  if (!isStorable(JSON.parse(text))) refuse('authorization_details have a text with U+0000 or half a surrogate pair');
}

/**
 * Creates what a pushed request asks for, once nothing else of it can be refused; `charge` charges the request itself, which would be
 * refused after the creation otherwise.
 */
export async function createDetails(
  parts: RichRequestParts,
  context: RequestContext,
  ctx: KoaContextWithOIDC,
  charge: (clientId: string) => Promise<void>,
): Promise<void> {
  const { params, client, body, route } = ctx.oidc;
  if (route !== 'pushed_authorization_request' || params?.['authorization_details'] === undefined) return;
  const entry = entryToCreate(ctx, parts.home.id);
  if (entry) {
    refuseHeaders(ctx, context);
    await charge(client!.clientId);
    const { id, answer } = await create(parts, context, ctx, entry, client!.clientId);
    forwardHeadersAndWarnings(ctx, answer);
    const { type, idName } = detailsOf[parts.home.id]!;
    Object.assign(params, {
      scope: `${scopesOf[parts.home.id].approved}:${id}`,
      authorization_details: JSON.stringify([{ type, [idName]: id }]),
    });
  }
  // A request object is verified by now: what is kept is what it says, with the id and its scope.
  if (body?.['request']) Object.assign(body, { request: undefined });
}

/**
 * The headers are held to what the operation holds them to. One is optional here: an OAuth library knows nothing of X-Request-ID. Where it
 * is sent it must be a UUID, because under another one, made up here, a request that is sent again would pay again.
 */
function refuseHeaders({ headers }: KoaContextWithOIDC, { requestIdFault, repeatedHeaders }: RequestContext): void {
  const faults = [
    ...(headers['x-request-id'] !== undefined && requestIdFault ? [requestIdFault] : []),
    ...headerFaults(headers, repeatedHeaders),
  ];
  if (faults.length > 0) throw new errors.InvalidRequest(faults.map(({ path, text }) => `${path}: ${text}`).join('; '));
}

/** Warnings that the answer to a pushed request has besides its own members. */
const warned = new WeakMap<object, Warnings>();

/** What the operation's answer says of notifications and of what was ignored, for the answer to the pushed request. */
function forwardHeadersAndWarnings(ctx: KoaContextWithOIDC, { headers, body: { tppMessages } }: CreatedFromDetails['answer']): void {
  for (const [name, value] of Object.entries(headers)) if (name.startsWith('aspsp-notification-')) ctx.set(name, value);
  if (tppMessages) warned.set(ctx, { tppMessages });
}

/** Has the answer to a pushed request warn of what the operation's answer warns of. */
export function warnOfCreated(provider: Provider): void {
  provider.on('pushed_authorization_request.success', (ctx) => {
    Object.assign(ctx.body as object, warned.get(ctx));
  });
}

/** Charged as the operation is, before anything is created. */
async function create(
  { details, limits }: RichRequestParts,
  context: RequestContext,
  ctx: KoaContextWithOIDC,
  { type: _, ...fields }: Entry,
  clientId: string,
): Promise<CreatedFromDetails> {
  await chargeOperation(ctx, limits, details!.operation, clientId);
  try {
    return await details!.create(clientId, { ...context, rawBody: Buffer.from(JSON.stringify(fields)) }, fields);
  } catch (error) {
    if (error instanceof Refusal && isOfRequest(error))
      refuse(error.faults.map(({ path, code, text }) => `${path ?? ''} ${text ?? codes[code].text}`.trim()).join('; '));
    throw error;
  }
}

/** The answer shows the limit of the request itself, as always, but that of the operation where it is the one that is used up. */
async function chargeOperation(ctx: KoaContextWithOIDC, limits: RateLimitsService, operation: Operation, client: string): Promise<void> {
  const shown: Record<string, string> = {};
  try {
    await limits.charge(operation, { client }, { header: (name, value) => Object.assign(shown, { [name]: value }) });
  } catch (error) {
    ctx.set(shown);
    throw error;
  }
}

/** Said of what was asked for, and not of its time: limits, bounds and outages are answered as the operation answers them. */
const isOfRequest = ({ status }: Refusal): boolean => status === 400 || status === 404;

function entriesIn(given: unknown): Entry[] | undefined {
  return typeof given === 'string' ? (JSON.parse(given) as Entry[]) : undefined;
}
