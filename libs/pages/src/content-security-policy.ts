import type { Frame } from './layout.js';
import { waitingScriptHash } from './waiting-script.js';

/** The content of a page that is not the bank's own: the address that its answer ends at, and logos of clients. */
export interface PageContent {
  readonly redirectUri?: string | undefined;
  readonly clientLogos?: boolean | undefined;
  /** It waits for the bank's app, and its script asks us whether that has answered. */
  readonly waits?: boolean | undefined;
}

/** Pages are stored nowhere, framed nowhere and read as what they are. */
const guarded = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/** The headers of pages with files of their own for styles and scripts: nothing from elsewhere, nothing inline, in no frame. */
export const ownSitePolicy = {
  ...guarded,
  'content-security-policy': "default-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * The policy for what a page may load and where its forms may lead: nothing and to us, except that an answer ends at the client, and that a
 * page with the logo of a client loads it from us. Browsers hold `form-action` against redirects after a form too, so the client's own
 * origin must stand there.
 */
export function pagePolicy(
  { theme }: Pick<Frame, 'theme'>,
  { redirectUri, clientLogos = false, waits = false }: PageContent = {},
): Readonly<Record<string, string>> {
  const images = [...(theme.logo === undefined ? [] : ['data:']), ...(clientLogos ? ["'self'"] : [])];
  const logo = images.length === 0 ? '' : `img-src ${images.join(' ')}; `;
  const client = redirectUri === undefined ? '' : ` ${originOf(redirectUri)}`;
  const script = waits ? `script-src ${waitingScriptHash}; connect-src 'self'; ` : '';
  return {
    ...guarded,
    'content-security-policy': `default-src 'none'; style-src ${theme.styleHash}; ${logo}${script}form-action 'self'${client}; base-uri 'none'; frame-ancestors 'none'`,
  };
}

/** The client's own origin, which can show a page whatever the outcome of the request is. */
export const homeOf = (redirectUri: string): string => `${originOf(redirectUri)}/`;

/** The part of a redirect address that customers see: its host, with a port that is not the usual one, or an app's own scheme. */
export function shownHost(uri: string): string {
  const { host, protocol } = new URL(uri);
  return protocol === 'https:' || protocol === 'http:' ? host : protocol;
}

/** Apps on a phone have addresses without an origin: then it is the scheme. */
function originOf(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === 'null' ? protocol : origin;
}
