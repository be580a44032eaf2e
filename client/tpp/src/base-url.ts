import { UsageError } from './command.js';
import { isAtLoopback } from './loopback.js';

const isBaseUrl = ({ protocol, search, hash }: URL): boolean => /^https?:$/.test(protocol) && search === '' && hash === '';

/** The base URL of a bank, without a slash at its end. Throws a `UsageError`, which never has a password of the address. */
export function baseUrlIn(given: string | undefined, allowsHttp: boolean): string {
  if (given === undefined) throw new UsageError('The base URL of the bank is missing. Run tpp login https://bank.example.');
  if (given.includes('@')) throw new UsageError('The base URL takes no name and password. Leave them out of the address.');
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !isBaseUrl(url)) throw new UsageError(`"${given}" is not a base URL. Run tpp login https://bank.example.`);
  if (url.protocol === 'http:' && !isAtLoopback(url) && !allowsHttp)
    throw new UsageError(`The key would go to ${url.host} without encryption. Use https, or add --allow-http in a network of your own.`);
  return url.href.replace(/\/+$/, '');
}
