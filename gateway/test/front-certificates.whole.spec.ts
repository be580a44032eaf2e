import { X509Certificate } from 'node:crypto';
import { clientCertForms, clientCertHeaders, type ClientCertForm } from '@open-banking/config';
import { certificateIn, otherContent } from '@open-banking/http/client-certificate-forms';
import { startGateway } from '../src/gateway.js';
import { Authority } from './authority.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';

interface Front {
  readonly proxies: string;
  readonly form: ClientCertForm;
}
interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}
type Start = (targets: { readonly cards: string[] }, front: Front) => Promise<Gateway>;

const kinds: Readonly<Record<string, Start>> = {
  'the Node gateway': (targets, { proxies, form }) =>
    startGateway({ port: 0, targets, clientCertProxies: proxies === '' ? [] : proxies.split(' '), clientCertForm: form }),
  ...(hasHaproxy && {
    HAProxy: (targets, { proxies, form }) => startHaproxy(targets, undefined, '', { CLIENT_CERT_PROXIES: proxies, CLIENT_CERT_FORM: form }),
  }),
};

const ca = await Authority.open('Own');
const [one, other] = await Promise.all(['one', 'other'].map((name) => ca.issue(name, 'clientAuth')));
const pem = one!.certificate;
const base64 = (certificate: string): string => new X509Certificate(certificate).raw.toString('base64');
const escaped = encodeURIComponent(pem);

/** The header of each form with the certificate, and one that a client could have begun. */
const written: Readonly<Record<ClientCertForm, readonly [good: string, begun: string]>> = {
  rfc9440: [`:${base64(pem)}:`, `:${base64(other!.certificate)}:, :${base64(pem)}:`],
  'escaped-pem': [escaped, `${encodeURIComponent(other!.certificate)},${escaped}`],
  'spaced-pem': [pem.replaceAll('\n', ' ').trim(), `${other!.certificate.replaceAll('\n', ' ')}, ${pem.replaceAll('\n', ' ')}`.trim()],
  xfcc: [
    `Hash=00;Cert="${escaped}";Subject="CN=\\"x\\";Cert=\\"y\\"";URI=`,
    `Cert="${encodeURIComponent(other!.certificate)}",Hash=00;Cert="${escaped}"`,
  ],
  traefik: [`${base64(pem)},${base64(ca.certificate)}`, `${base64(other!.certificate)}x, ${base64(pem)}`],
};
const forms = Object.keys(written) as ClientCertForm[];
const probe = await startProbe('cards');
afterAll(() => probe.close());

describe.each(Object.keys(kinds))('a certificate that a front forwards to %s', (kind) => {
  const opened: Gateway[] = [];
  const start = async (front: Front): Promise<Gateway> => {
    const gateway = await kinds[kind]!({ cards: [probe.origin] }, front);
    opened.push(gateway);
    return gateway;
  };
  afterAll(() => Promise.all(opened.map((gateway) => gateway.close())));

  /** The headers about certificates that the service gets. */
  const passed = async ({ url }: Gateway, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${url}/v1.7/cards`, { headers });
    const { headers: seen } = (await answer.json()) as { headers: string[] };
    const names = clientCertHeaders.map((name) => name.toLowerCase());
    return seen.flatMap((name, at) =>
      at % 2 === 0 && names.includes(name.toLowerCase()) ? [[name.toLowerCase(), seen[at + 1]!] as const] : [],
    );
  };
  const inHeader = (form: ClientCertForm, value: string) => ({ [clientCertForms[form]]: value });

  it.each(forms)('in the form %s goes to the services as RFC 9440 has it, and nothing else does', async (form) => {
    const gateway = await start({ proxies: '192.0.2.1 127.0.0.0/8', form });
    const [good, begun] = written[form];
    expect(await passed(gateway, inHeader(form, good))).toEqual([['client-cert', `:${base64(pem)}:`]]);
    expect(await passed(gateway, {})).toEqual([]);
    for (const value of [begun, '(null)', '{placeholder}', good.slice(30)]) {
      const [[, mark] = ['', ''], ...more] = await passed(gateway, inHeader(form, value));
      expect({ value, isRead: certificateIn('rfc9440', mark) !== undefined, more }).toEqual({ value, isRead: false, more: [] });
      expect(otherContent(mark)).toBe({ '(null)': 'nothing', '{placeholder}': 'placeholder' }[value] ?? 'unreadable');
    }
    for (const another of forms.filter((name) => name !== form)) {
      const [[, mark] = ['', '']] = await passed(gateway, inHeader(another, written[another][0]));
      expect({ another, isRead: certificateIn('rfc9440', mark) !== undefined, isReported: mark !== '' }).toEqual({
        another,
        isRead: false,
        isReported: true,
      });
    }
  });

  it.each(forms)('in the form %s goes to no service if the front is not in CLIENT_CERT_PROXIES', async (form) => {
    for (const proxies of ['', '192.0.2.1']) {
      const gateway = await start({ proxies, form });
      const all = Object.fromEntries(forms.map((name) => [clientCertForms[name], written[form][0]]));
      expect(await passed(gateway, all)).toEqual([]);
    }
  });
});
