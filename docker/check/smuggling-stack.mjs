// The compose file of `npm run check -- smuggling`: both gateways as banks run them, HAProxy as in docker-compose.yml and Node's from the
// image, each before a witness in place of every service. A witness has the services' own parser; the lenient one takes what that
// refuses.
import { execFileSync } from 'node:child_process';
import { services } from '@open-banking/spec';

const root = new URL('../..', import.meta.url).pathname;
const ports = { http: 8080, https: 8443 };
export const parsers = { "the services' parser": 'strict', 'a lenient parser': 'lenient' };
export const protocols = Object.entries(ports);
export const witnessPort = 8090;

const published = (...inside) => inside.map((target) => ({ target, host_ip: '127.0.0.1', protocol: 'tcp', mode: 'host' }));
const bound = (source, target) => ({ type: 'bind', source, target, read_only: true });
const image = { image: 'open-banking:smuggling', build: root, stop_grace_period: '1s' };

/** The gateway's container with all its settings, and with the certificates of the check. */
function haproxy(tls) {
  const file = execFileSync('docker', ['compose', '-f', 'docker-compose.yml', 'config', '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, COMPOSE_FILE: undefined, PORT: String(ports.http), TLS_PORT: String(ports.https) },
  });
  const { depends_on: _, volumes, ...gateway } = JSON.parse(file).services.gateway;
  const kept = volumes.filter(({ target }) => target !== '/run/tls');
  return {
    ...gateway,
    ports: published(...Object.values(ports)),
    volumes: [...kept, bound(tls, '/run/tls')],
    stop_grace_period: '1s',
  };
}

const nodeGateway = (tls) => ({
  ...image,
  command: ['node', 'gateway/dist/main.js'],
  environment: {
    HOST: '0.0.0.0',
    PORT: String(ports.http),
    TLS_PORT: String(ports.https),
    TLS_CERTIFICATE_FILE: '/run/tls/clients.pem',
    TLS_KEY_FILE: '/run/tls/key.pem',
    TLS_CLIENT_CA_FILE: '/run/tls/clients.pem',
    ...Object.fromEntries(
      services.map((service) => [`${service.replaceAll('-', '_').toUpperCase()}_URL`, `http://${service}:${ports.http}`]),
    ),
  },
  ports: published(...Object.values(ports)),
  volumes: [bound(tls, '/run/tls')],
});

const witness = (parser) => ({
  ...image,
  command: ['node', '--no-warnings', '/check/docker/check/witness.mjs'],
  environment: { LENIENT: parser === 'lenient' ? '1' : '' },
  volumes: [
    bound(`${root}docker/check/witness.mjs`, '/check/docker/check/witness.mjs'),
    bound(`${root}gateway/test`, '/check/gateway/test'),
  ],
  ports: published(witnessPort),
});

/** `tls`: a folder with server.pem (certificate and key), key.pem and clients.pem. */
export function smugglingStack(tls) {
  const kinds = Object.values(parsers);
  const among = (parser, aliases = []) => ({ networks: { [parser]: { aliases } } });
  return {
    networks: Object.fromEntries(kinds.map((parser) => [parser, {}])),
    services: Object.fromEntries(
      kinds.flatMap((parser) => [
        [`${parser}-witness`, { ...witness(parser), ...among(parser, services) }],
        [`${parser}-haproxy`, { ...haproxy(tls), ...among(parser) }],
        [`${parser}-node`, { ...nodeGateway(tls), ...among(parser) }],
      ]),
    ),
  };
}
