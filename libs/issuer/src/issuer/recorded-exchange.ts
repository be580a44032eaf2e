import { sentValues, withoutValues, type IssuerExchange } from '@open-banking/http';
import { unknownName } from '@open-banking/messages';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { grantTypes, responseTypes, signedModes } from '../clients.js';
import { approvedId, askedScopes, scopesOf } from './scopes.js';

/** Stands in place of a value that must not be kept: that it was sent may explain a refusal. */
const notKept = 'not kept';

const isScope = (scope: string): boolean =>
  askedScopes.includes(scope) ||
  Object.values(scopesOf).some(({ client }) => Object.hasOwn(client, scope)) ||
  (Object.keys(scopesOf) as (keyof typeof scopesOf)[]).some((issuer) => approvedId(issuer, scope) !== undefined);

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Parameters whose values are kept, each with its values: any other value, such as a code in the wrong parameter, is not. */
const listed: Readonly<Record<string, readonly string[]>> = {
  grant_type: grantTypes,
  response_type: responseTypes,
  response_mode: ['query', 'form_post', ...signedModes],
  code_challenge_method: ['S256', 'plain'],
  token_type_hint: ['access_token', 'refresh_token'],
  client_assertion_type: [assertionType],
  prompt: ['login', 'consent'],
};

/** Parameters and members of which it is kept that they were there. */
const named = new Set([
  ...['access_token', 'authorization_details', 'client_assertion', 'client_id', 'client_secret', 'code', 'code_challenge', 'code_verifier'],
  ...['dpop_jkt', 'grant_id', 'nonce', 'redirect_uri', 'refresh_token', 'request', 'request_uri', 'resource', 'state', 'token'],
]);

const isOwnWord = (word: string): boolean =>
  named.has(word) ||
  Object.hasOwn(listed, word) ||
  word === 'scope' ||
  isScope(word) ||
  Object.values(listed).some((values) => values.includes(word));

const keptScope = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .split(' ')
        .map((one) => (isScope(one) ? one : unknownName))
        .join(' ')
    : notKept;

function keptParameter(name: string, value: unknown, { client }: KoaContextWithOIDC['oidc']): unknown {
  if (name === 'scope') return keptScope(value);
  if (Object.hasOwn(listed, name)) return listed[name]!.includes(value as string) ? value : notKept;
  // A client's own id and addresses are registered.
  const registered: Readonly<Record<string, readonly unknown[]>> = {
    client_id: [client?.clientId],
    redirect_uri: client?.redirectUris ?? [],
  };
  return registered[name]?.includes(value) ? value : notKept;
}

/** Parameters by name. Those that no issuer knows are counted. */
function keptParameters(body: Readonly<Record<string, unknown>>, oidc: KoaContextWithOIDC['oidc']): Record<string, unknown> {
  const entries = Object.entries(body);
  const known = entries.filter(([name]) => name === 'scope' || named.has(name) || Object.hasOwn(listed, name));
  const left = entries.length - known.length;
  const kept = known.map(([name, value]) => [name, keptParameter(name, value, oidc)] as const);
  return Object.fromEntries(left > 0 ? [...kept, [unknownName, left === 1 ? 'one other parameter' : `${left} other parameters`]] : kept);
}

/** Members of answers that are neither credentials nor ids of what was approved. */
const keptMembers = new Set(['error', 'error_description', 'expires_in', 'scope', 'token_type']);

/**
 * The part of a client's own request to an issuer, and of the response, that the request log may keep. Call it when the body of the
 * response is complete and not yet text.
 */
export function recordedExchange(ctx: KoaContextWithOIDC): IssuerExchange {
  const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined;
  const sent = (oidc?.body ?? {}) as Readonly<Record<string, unknown>>;
  const answered = (typeof ctx.body === 'object' && ctx.body !== null ? ctx.body : {}) as Readonly<Record<string, unknown>>;
  const { error: code, error_description: said } = answered;
  const values = sentValues({ path: ctx.originalUrl, headers: ctx.headers, body: Buffer.from(JSON.stringify(sent)) }, isOwnWord);
  const text = typeof said === 'string' && values ? withoutValues(said, values) : 'The request was refused.';
  const response = Object.entries(answered)
    .filter(([name]) => keptMembers.has(name) || named.has(name))
    .map(([name, value]) => [name, name === 'error_description' ? text : keptMembers.has(name) ? value : notKept]);
  return {
    request: oidc ? keptParameters(sent, oidc) : {},
    response: Object.fromEntries(response) as Record<string, unknown>,
    ...(typeof code === 'string' && { fault: { code, text, withoutValues: text } }),
  };
}
