const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Why a redirect URI cannot be registered; undefined where it can. Compared character by character later, so it is kept
 * as given. https, or an app's own scheme (RFC 8252 §7.1: a domain name reversed); http to the own machine in the sandbox.
 */
export function redirectFault(uri: string, sandbox: boolean): string | undefined {
  if (!URL.canParse(uri)) return 'is not a URI';
  const url = new URL(uri);
  if (uri.includes('#')) return 'has a fragment';
  if (url.username || url.password) return 'has a user name or password';
  if (isSafe(url) || (sandbox && isOwnMachine(url))) return undefined;
  return `must be https, an app's own scheme${sandbox ? ', or http to the own machine' : ''}`;
}

const isSafe = ({ protocol }: URL): boolean => protocol === 'https:' || /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(protocol);
const isOwnMachine = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopback.has(hostname);
