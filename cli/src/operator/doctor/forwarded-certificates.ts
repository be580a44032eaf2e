import type { Service } from '@open-banking/spec';
import { ok, warning, type Finding } from './finding.js';
import type { Sample } from './metric-samples.js';

const docs = 'docs/operators.md, "Certificates that a proxy forwards"';
const remedies: Readonly<Record<string, string>> = {
  nothing: `Have the proxy remove the header from requests without a certificate: ${docs}.`,
  placeholder: `Correct the variable in the proxy's configuration, and have it remove the header from requests without a certificate: ${docs}.`,
  unreadable: `Have the proxy write one certificate in the form of CLIENT_CERT_FORM: ${docs}.`,
};

const found: Readonly<Record<string, string>> = {
  nothing: 'no certificate at all, such as "(null)"',
  placeholder: 'a variable of the proxy that it did not replace',
  unreadable: 'something that is no certificate',
};

/** Reports gateways that forward certificates in a form that a service does not read; nothing where it trusts no gateway. */
export function forwardedCertificates(service: Service, samples: readonly Sample[]): Finding[] {
  const about = { check: 'client-cert', subject: service };
  const unread = samples.filter(({ value }) => value > 0);
  if (samples.length > 0 && unread.length === 0) return [{ ...about, ...ok('no forwarded certificate was left unread') }];
  return unread.map(({ labels: { form, header, found: content = '' }, value }) => ({
    ...about,
    ...warning(
      `${value} times ${header} from CLIENT_CERT_PROXIES had ${found[content] ?? `a certificate in the form ${content}`}, and ${form} is expected`,
      remedies[content] ?? `Set CLIENT_CERT_FORM=${content}, or have the proxy write the form ${form}: ${docs}.`,
    ),
  }));
}
