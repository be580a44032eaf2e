import type { IncomingHttpHeaders } from 'node:http';
import { sentValues, withoutValues, type IssuerExchange } from '@open-banking/http';
import { unknownName } from '@open-banking/messages';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { grantTypes, responseTypes, signedModes } from '../clients.js';
import { approvedId, askedScopes, scopesOf } from './scopes.js';

/** Stands in place of a value that must not be kept: that it was sent may explain a refusal. */
const notKept = 'not kept';

const maxScopeChars = 100;

const isScope = (scope: string): boolean => scope.length <= maxScopeChars && isKnownScope(scope);

const isKnownScope = (scope: string): boolean =>
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

/** More than a client can have. */
const maxScopes = 50;

const keptScope = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .split(' ', maxScopes)
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

/** RFC 6749 §5.2, RFC 9126 §2.3 and RFC 9449 §5, and those that oidc-provider adds: names of a few words. */
const isErrorCode = (value: unknown): boolean => typeof value === 'string' && /^[a-z]{2,30}(?:_[a-z]{2,30}){0,5}$/.test(value);

/**
 * The kept form of each member of a response. An error repeats members of its request, as the client sent them: only values that the issuer
 * itself gives are kept.
 */
const keptMembers: Readonly<Record<string, (value: unknown, text: string) => unknown>> = {
  error: (value) => (isErrorCode(value) ? value : notKept),
  error_description: (_, text) => text,
  expires_in: (value) => (typeof value === 'number' ? value : notKept),
  scope: keptScope,
  token_type: (value) => (value === 'Bearer' || value === 'DPoP' ? value : notKept),
};

/** JSON that a value holds as text, or the parts of a JWT that are no signature. Undefined: it holds none. */
function contentsOf(value: string): unknown {
  const parts = /^[[{]/.test(value) ? [value] : value.split('.', 2).map((part) => Buffer.from(part, 'base64url').toString());
  const parsed = parts.flatMap((part) => {
    try {
      return /^\s*[[{]/.test(part) ? [JSON.parse(part) as unknown] : [];
    } catch {
      return part.split(/[\s"'=:;,&{}[\]]+/, maxWords);
    }
  });
  return parsed.length > 0 ? parsed : undefined;
}

const maxWords = 1_000;

/** All that a text of the issuer may quote: also words of a scope, and members of `authorization_details` and of JWTs. As JSON. */
function valuesOf(sent: Readonly<Record<string, unknown>>, { dpop }: IncomingHttpHeaders): Buffer {
  const texts = [...Object.values(sent), dpop].filter((value) => typeof value === 'string');
  const inside = texts.flatMap((text) => [text.split(/\s+/, maxWords), text.split(/[\s:]+/, maxWords), contentsOf(text)]);
  return Buffer.from(JSON.stringify([sent, ...inside.filter((one) => one !== undefined)]));
}

/** Stands in place of a text that cannot be searched for all that a request contains. */
const generalText = 'The request was refused.';
/** More parameters than a request can have. */
const maxParameters = 100;

function textOf({ originalUrl: path, headers }: KoaContextWithOIDC, sent: Readonly<Record<string, unknown>>, said: string): string {
  if (Object.keys(sent).length > maxParameters) return generalText;
  const values = sentValues({ path, headers, body: valuesOf(sent, headers) }, isOwnWord);
  return values ? withoutValues(said, values) : generalText;
}

/**
 * The part of a client's own request to an issuer, and of the response, that the request log may keep. Call it when the body of the
 * response is complete and not yet text.
 */
export function recordedExchange(ctx: KoaContextWithOIDC): IssuerExchange {
  const oidc = ctx.oidc as KoaContextWithOIDC['oidc'] | undefined;
  const sent = (oidc?.body ?? {}) as Readonly<Record<string, unknown>>;
  const answered = (typeof ctx.body === 'object' && ctx.body !== null ? ctx.body : {}) as Readonly<Record<string, unknown>>;
  const { error: code, error_description: said } = answered;
  const text = typeof said === 'string' ? textOf(ctx, sent, said) : generalText;
  const response = Object.entries(answered)
    .filter(([name]) => Object.hasOwn(keptMembers, name) || named.has(name))
    .map(([name, value]) => [name, Object.hasOwn(keptMembers, name) ? keptMembers[name]!(value, text) : notKept]);
  return {
    request: oidc ? keptParameters(sent, oidc) : {},
    response: Object.fromEntries(response) as Record<string, unknown>,
    ...(isErrorCode(code) && { fault: { code: code as string, text, withoutValues: text } }),
  };
}
