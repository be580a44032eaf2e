import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** The form of a setting's text. `one` and `many` say it in a fault and in docs/settings.md. */
export interface Form {
  readonly one: string;
  readonly many: string;
  readonly holds: (text: string) => boolean;
}

const readable = (path: string, isKind: (path: string) => boolean): boolean => {
  try {
    accessSync(path, constants.R_OK);
    return isKind(path);
  } catch {
    return false;
  }
};

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  return (
    version !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)))
  );
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }) !== undefined;
  } catch {
    return false;
  }
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && url.pathname === '/';
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['https:', 'http:'].includes(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
}

export const forms = {
  host: {
    one: 'an IP address or a host name',
    many: 'IP addresses or host names',
    holds: (text) => isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(text),
  },
  servers: {
    one: 'host:port, or several separated by commas',
    many: 'host:port, separated by commas',
    holds: (text) =>
      text.split(',').every((server) => /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(server)),
  },
  network: { one: 'an IP address or a network (CIDR)', many: 'IP addresses or networks (CIDR)', holds: isNetwork },
  timeZone: { one: 'a time zone such as Asia/Jerusalem', many: 'time zones', holds: isTimeZone },
  file: { one: 'a file that can be read', many: 'files that can be read', holds: (path) => readable(path, (it) => statSync(it).isFile()) },
  folder: {
    one: 'a folder that can be read',
    many: 'folders that can be read',
    holds: (path) => readable(path, (it) => statSync(it).isDirectory()),
  },
  /** Country and bank of an IBAN, without its check digits. */
  bankCode: {
    one: 'the beginning of an IBAN without its check digits',
    many: 'beginnings of IBANs without their check digits',
    holds: (text) => /^[A-Z]{2}[A-Z0-9]{1,30}$/.test(text),
  },
  /** As a provider names it: a slash at its end is part of it. */
  openIdIssuer: {
    one: 'the issuer URL of an OpenID provider, exactly as it names itself',
    many: 'issuer URLs of OpenID providers',
    holds: isIssuer,
  },
  value: { one: 'a value without blanks', many: 'values without blanks', holds: (text) => /^[!-~]{1,200}$/.test(text) },
  origin: { one: 'an origin such as http://127.0.0.1:3001', many: 'origins such as http://127.0.0.1:3001', holds: isOrigin },
} as const satisfies Record<string, Form>;
