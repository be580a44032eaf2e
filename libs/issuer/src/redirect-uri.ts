import type { Profile } from '@open-banking/config';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Which redirect URIs a bank takes: those of real customers never go over plain HTTP. */
export interface RedirectRules {
  readonly sandbox: boolean;
  readonly profile: Profile;
}

/**
 * Why a redirect URI cannot be registered; undefined where it can. Compared character by character later, so it is kept
 * as given. https, or an app's own scheme (RFC 8252 §7.1: a domain name reversed), which FAPI 2.0 §5.3.2.2 does not
 * know; http to the own machine in the sandbox. Its host is one that customers can be shown.
 */
export function redirectFault(uri: string, rules: RedirectRules): string | undefined {
  if (!URL.canParse(uri)) return 'is not a URI';
  const url = new URL(uri);
  if (uri.includes('#')) return 'has a fragment';
  if (url.username || url.password) return 'has a user name or password';
  if (!isPlainHost(url)) return 'has a host that is no domain name (a-z, 0-9, dots and hyphens; others as xn--…) and no IP address';
  return isTaken(url, rules)
    ? undefined
    : `must be ${['https', ...(takesSchemes(rules) ? ["an app's own scheme"] : []), ...(rules.sandbox ? ['http at localhost or 127.0.0.1'] : [])].join(', or ')}`;
}

/**
 * Whether the host has only characters of a domain name, or is an IP literal: pages show it, and write it into their content security
 * policy. An app's own scheme needs none.
 */
const isPlainHost = ({ hostname }: URL): boolean => hostname === '' || /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(hostname);

const takesSchemes = ({ profile }: RedirectRules): boolean => profile === 'baseline';
const isTaken = (url: URL, rules: RedirectRules): boolean =>
  url.protocol === 'https:' || (takesSchemes(rules) && isOwnScheme(url)) || (rules.sandbox && isOwnMachine(url));

const isOwnScheme = ({ protocol }: URL): boolean => /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);
const isOwnMachine = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname);
