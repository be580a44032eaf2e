import type { Refusal } from './refusal.js';
import { tppMessages, type TppMessages } from './tpp-messages.js';

/** An error of an OAuth endpoint (RFC 6749 §5.2, RFC 7591 §3.2.2, RFC 9126 §2.3). OAuth libraries ignore `tppMessages`, which stand beside. */
export interface OAuthError extends TppMessages {
  readonly error: string;
  readonly error_description: string;
}

type Refused = Pick<Refusal, 'status' | 'faults' | 'hints'>;

/** RFC 6749 §5.2 has no name for what is not the client's fault; §4.1.2.1 has two. */
const errorByStatus: Readonly<Record<number, string>> = {
  401: 'invalid_client',
  403: 'unauthorized_client',
  429: 'temporarily_unavailable',
  500: 'server_error',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
};

/** `usual` names what is wrong with the request itself. A 409 that ends by itself is none: it has Retry-After. */
export const oauthErrorOf = ({ status, hints }: Omit<Refused, 'faults'>, usual = 'invalid_request'): string =>
  errorByStatus[status] ?? (hints.retryAfterSeconds === undefined ? usual : 'temporarily_unavailable');

/** RFC 6749 §5.2: a description is ASCII without quotation marks and backslashes. */
export const asDescription = (text: string): string => text.replaceAll(/["’]/g, "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?');

/** With the place of each fault: an OAuth library shows nothing but the description. */
const descriptionOf = ({ tppMessages: messages }: TppMessages): string =>
  messages.map(({ path, text }) => [path?.replace(/^\//, ''), text].filter((part) => part !== undefined).join(': ')).join('; ');

export function oauthError(refused: Refused, error = oauthErrorOf(refused)): OAuthError {
  const messages = tppMessages(refused.faults);
  return { error, error_description: asDescription(descriptionOf(messages)), ...messages };
}
