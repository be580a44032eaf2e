import { gatewayLogHeaders, interactionHeader, maintenanceHeader, responseHeaders } from '@open-banking/http/response-headers';
import { interfaceServices, services, sitePages, type Service } from '@open-banking/spec';
import { answers, refusalBody, oauthBodyOf, type Answer } from './answers.js';
import { bounds } from './bounds.js';
import { ifWantsPage } from './haproxy-accept.js';
import { byLength, bySize, largeBodies } from './haproxy-bodies.js';
import { binds } from './haproxy-binds.js';
import { passCertificate, readForwardedCertificate, type TlsPlace } from './haproxy-certificates.js';
import { clientAddress } from './haproxy-front.js';
import { ifOAuth, oauthCalls } from './haproxy-oauth.js';
import { forTheLog, gatewayOnly, naming } from './headers.js';
import { routedPath } from './haproxy-path.js';
import { page, pageHeaders, portalPages, unknownPage } from './page.js';
import { requestIdPattern } from './request-id.js';
import { portalCalls, routes } from './routes.js';

/** The differences between the compose file's HAProxy and one on loopback. */
export interface Place {
  readonly bind: string;
  /** The listener for clients with a certificate and its files; omitted if undefined. */
  readonly tls?: TlsPlace;
  readonly health: string;
  /** Where HAProxy publishes its metrics: an address that no client reaches. Omitted if undefined. */
  readonly metrics?: string;
  readonly map: string;
  /** Host name of the portal, where it has an origin of its own: a literal, or a variable of HAProxy's environment. */
  readonly portalHost: string;
  readonly resolvers: readonly string[];
  /** The server lines of one service; both of its backends have them. */
  readonly servers: (service: Service) => readonly string[];
}

const replicas = 4;

/** Docker's DNS lists each service's replicas, so HAProxy follows them as they start and stop. */
export const compose: Place = {
  bind: '"*:${PORT}"',
  tls: { bind: '"*:${TLS_PORT}"', certificate: '/run/tls/server.pem', authority: '/run/tls/clients.pem' },
  health: '127.0.0.1:8081',
  // Not published to the host: reached in the network of the containers only.
  metrics: '*:8405',
  map: '/usr/local/etc/haproxy/routes.map',
  portalHost: '${PORTAL_HOST}',
  resolvers: [
    'resolvers docker',
    '  nameserver dns 127.0.0.11:53',
    '  hold valid 1s',
    '  hold obsolete 2s',
    '  accepted_payload_size 8192',
  ],
  servers: (service) => [`server-template replica ${replicas} ${service}:8080 resolvers docker init-addr libc,none`],
};

/** Each path with its service and, for the log, its route. */
export const haproxyMap = (): string => routes.map(({ pattern, service, path }) => `${pattern} ${service}|${path}\n`).join('');

const seconds = (ms: number) => `${ms / 1_000}s`;
const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, String.raw`\$&`)}"`;
const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => ` hdr ${name} ${quoted(value)}`)
    .join('');
const ownHeaders = headerLines(responseHeaders);
const content = (own: Answer, body = refusalBody(own)) =>
  `content-type application/json string '${body}'${ownHeaders}${own.retryAfterSeconds === undefined ? '' : ` hdr Retry-After ${own.retryAfterSeconds}`}`;
const answerWith = (own: Answer, condition: string) => `http-request return status ${own.status} ${content(own)} ${condition}`;
/** The same answer in the form that the path takes. */
const answerByPath = (own: Answer, conditions: readonly string[]) =>
  conditions.flatMap((condition) => [
    `http-request return status ${own.status} ${content(own, oauthBodyOf(own))} if ${condition} ${ifOAuth}`,
    answerWith(own, `if ${condition}`),
  ]);
const errorAs = (status: number, own: Answer) => `http-error status ${status} ${content(own)}`;

/** Marks HAProxy's own responses that browsers get as a page. Removed before the response is sent. */
const mark = 'x-own-answer';
const variable = (own: Answer) => `txn.body${own.status}`;
/** The variable written as the body, which `bodiesByAccept` has set. */
const chosenAs = (status: number, own: Answer) =>
  `${errorAs(status, own).replace(`string '${refusalBody(own)}'`, `lf-string '%[var(${variable(own)})]'`)} hdr ${mark} 1`;
const faults: readonly Answer[] = [answers.broken, answers.unavailable, answers.silent];
const bodiesByAccept = [
  `http-request set-var(txn.page) bool(true) if ${ifWantsPage}`,
  ...faults.flatMap((own) => [
    `http-request set-var-fmt(${variable(own)}) ${quoted(page)} if { var(txn.page) -m bool }`,
    `http-request set-var-fmt(${variable(own)}) ${quoted(refusalBody(own))} unless { var(txn.page) -m bool }`,
    `http-request set-var-fmt(${variable(own)}) ${quoted(oauthBodyOf(own))} if ${ifOAuth} !{ var(txn.page) -m bool }`,
  ]),
];
/** A browser on a page of the portal, once the service is known: what it gets are pages for developers. */
const ifPortalPage = '{ var(txn.developers) -m bool }';
const portalBodies = [
  `http-request set-var(txn.developers) bool(true) if { var(txn.page) -m bool } { var(txn.service) -m str portal } !{ var(txn.route) -m str ${portalCalls.join(' ')} }`,
  ...faults.map(
    (own) => `http-request set-var-fmt(${variable(own)}) ${quoted(portalPages[own.status as keyof typeof portalPages])} if ${ifPortalPage}`,
  ),
];
const asPages = [
  ...(['content-type', 'content-security-policy'] as const).map(
    (name) =>
      `http-after-response set-header ${name} ${quoted(pageHeaders[name])} if { res.hdr(${mark}) -m found } { var(txn.page) -m bool }`,
  ),
  `http-after-response del-header ${mark}`,
];

/** An address that nothing has: a page for browsers. */
const unknown = (condition: string): string[] => [
  `http-request return status ${answers.unknownPath.status} content-type ${quoted(pageHeaders['content-type'])} lf-string '${unknownPage('%[var(txn.portal)]')}'${headerLines(pageHeaders)} if ${condition} { var(txn.page) -m bool }`,
  answerWith(answers.unknownPath, `if ${condition}`),
];

/** What the last answer of a service said of maintenance, for what HAProxy answers itself while no service does. Written only where it changes something. */
const maintenance = [
  ...(['start', 'end'] as const).flatMap((name, at) => [
    `http-response set-var(proc.${name}) res.fhdr(${maintenanceHeader}),field(${at + 2},@),field(1,\\,),add(0) if { res.fhdr(${maintenanceHeader}) -m found }`,
    `http-response set-var(proc.${name}) int(0) if !{ res.fhdr(${maintenanceHeader}) -m found } { var(proc.${name}) -m int gt 0 }`,
  ]),
  `http-after-response set-header Retry-After %[date,neg,add(proc.end)] if { status 503 } { res.hdr(${mark}) -m found } { date,sub(proc.start) -m int ge 0 } { date,sub(proc.end) -m int lt 0 }`,
];

const general = [
  'global',
  '  log stdout format raw local0 info',
  '  maxconn 4096',
  // A reload ends idle connections by a response, or when clients no longer reuse them.
  `  hard-stop-after ${seconds(bounds.keepAliveMs + 5_000)}`,
  `  # Headers (${bounds.headerBytes / 1024} KiB), the longest body (${bounds.bodyBytes / 1024} KiB) and HAProxy's own share fit in one buffer, or a long chunked body would pass.`,
  '  tune.bufsize 98304',
  '  tune.http.maxhdr 1024',
];

/** UTC, in whole seconds: HAProxy before 2.8 has no format with milliseconds. */
const logTime = '%[date,utime(%Y-%m-%dT%H:%M:%SZ)]';

const defaults = [
  'defaults',
  '  mode http',
  '  log global',
  '  option dontlognull',
  '  # The route in place of the path, and no header of the request but its id: paths hold account numbers.',
  `  log-format '{"level":"%[var(txn.level,info)]","time":"${logTime}","service":"gateway","message":"request","requestId":"%[var(txn.id)]","method":"%HM","route":"%[var(txn.route)]","target":"%[var(txn.service)]","operation":"%[var(txn.operation),json]","clientId":"%[var(txn.client),json]","replica":"%s","status":%ST,"ms":%Ta,"end":"%ts"}'`,
  // Input that is not a request, such as a failed TLS handshake.
  `  error-log-format '{"level":"info","time":"${logTime}","service":"gateway","message":"connection failed","end":"%[fc_err_str]","tls":"%[ssl_fc_err_str]"}'`,
  `  timeout http-request ${seconds(bounds.headersMs)}`,
  '  # A reload answers once more on an idle connection before it closes it.',
  '  option idle-close-on-response',
  `  timeout client ${seconds(bounds.idleMs)}`,
  `  timeout http-keep-alive ${seconds(bounds.idleMs)}`,
  `  timeout connect ${seconds(bounds.connectMs)}`,
  `  timeout queue ${seconds(bounds.queueMs)}`,
  `  timeout server ${seconds(bounds.serverMs)}`,
  `  timeout check ${seconds(bounds.checkTimeoutMs)}`,
  '  balance leastconn',
  `  retries ${bounds.retries}`,
  '  option redispatch 1',
  '  retry-on conn-failure empty-response',
  // Layer 4 only: services answer 5xx by design when their database or ais-pis is slow, and must stay in use.
  `  default-server check inter ${seconds(bounds.checkMs)} fall 2 rise 1 observe layer4 error-limit 5 on-error mark-down maxconn ${bounds.inFlight}`,
  `  ${errorAs(400, answers.malformed)}`,
  `  ${errorAs(408, answers.slow)}`,
  `  ${errorAs(413, answers.largeBody)}`,
  `  ${chosenAs(500, answers.broken)}`,
  `  ${chosenAs(502, answers.unavailable)}`,
  `  ${chosenAs(503, answers.unavailable)}`,
  `  ${chosenAs(504, answers.silent)}`,
];

/** Where the portal is, at the port that was asked; empty where it is at the one origin of the bank. */
const portalOrigin = (portalHost: string): string[] => [
  '  http-request set-var(txn.portal) str()',
  `.if strneq("${portalHost}","")`,
  '  http-request set-var(txn.port) req.hdr(host),port_only',
  `  http-request set-var-fmt(txn.portal) "//${portalHost}" if { var(txn.port) -m int 0 }`,
  `  http-request set-var-fmt(txn.portal) "//${portalHost}:%[var(txn.port)]" unless { var(txn.port) -m int 0 }`,
  '.endif',
];

/** Links of errors are paths under the base URL: where the portal has an origin of its own, they lead there. */
const portalApart = (portalHost: string): string[] => [
  `.if strneq("${portalHost}","")`,
  `  http-request return status 307${ownHeaders} hdr Location "%[var(txn.portal)]%[path]" if METH_GET { var(txn.route) -m beg ${sitePages.showErrors.path} } !{ req.hdr(host),host_only -m str -i "${portalHost}" }`,
  ...['{ var(txn.service) -m str portal } !', '!{ var(txn.service) -m str portal } '].flatMap((wrong) =>
    unknown(`${wrong}{ req.hdr(host),host_only -m str -i "${portalHost}" }`).map((line) => `  ${line}`),
  ),
  '.endif',
];

const frontend = ({ bind, tls, map, portalHost }: Place) => [
  'frontend bank',
  ...binds(bind, tls),
  `  http-request set-var(txn.id) req.fhdr(x-request-id) if { req.fhdr_cnt(x-request-id) eq 1 } { req.fhdr(x-request-id) -m reg '${requestIdPattern}' }`,
  '  http-request set-var(txn.id) uuid() unless { var(txn.id) -m found }',
  `  http-request set-var(txn.interaction) req.fhdr(${interactionHeader}) if { req.fhdr_cnt(${interactionHeader}) eq 1 } { req.fhdr(${interactionHeader}) -m reg '${requestIdPattern}' }`,
  '  # What cannot be parsed HAProxy answers with a page of its own that no setting changes; it is closed without an answer instead.',
  ...[400, 408].map((status) => `  errorfile ${status} /dev/null`),
  '.if version_atleast(3.0)',
  '  errorfile 431 /dev/null',
  '.else',
  '  # Older ones let control characters through.',
  `  ${answerWith(answers.malformed, String.raw`if { req.hdrs -m reg '[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]' }`)}`,
  '.endif',
  '  http-after-response set-var(txn.level) str(error) if { status ge 500 }',
  '  http-after-response set-header X-Request-ID %[var(txn.id)] unless { res.fhdr_cnt(x-request-id) eq 1 }',
  `  http-after-response set-header ${interactionHeader} %[var(txn.interaction)] if { var(txn.interaction) -m found }`,
  '  # Services say in their answers when maintenance is; so HAProxy can say when to come back.',
  ...maintenance.map((line) => `  ${line}`),
  '  # A fault of ours, in a browser, is a page: the customer may have approved something.',
  ...[...routedPath, ...oauthCalls, ...bodiesByAccept, ...asPages].map((line) => `  ${line}`),
  '  http-after-response set-status 503 if { status 502 }',
  '  # The service names the operation and the client, for the log only.',
  ...Object.entries(gatewayLogHeaders).map(([name, header]) => `  http-response set-var(txn.${name}) res.fhdr(${header})`),
  ...[...naming, ...forTheLog].map((name) => `  http-after-response del-header ${name}`),
  '  # A client that reuses a connection within this time never meets one that is closing.',
  `  http-after-response set-header Keep-Alive timeout=${bounds.keepAliveMs / 1_000}`,
  `  ${answerWith(answers.longTarget, `if { url,length gt ${bounds.targetBytes} }`)}`,
  `  ${answerWith(answers.largeHeaders, `if { req.hdrs,length gt ${bounds.headerBytes} }`)}`,
  `  ${answerWith(answers.noHost, 'if HTTP_1.1 !{ req.fhdr_cnt(host) eq 1 }')}`,
  `  http-request set-var(txn.matched) var(txn.path),map_reg(${map})`,
  '  http-request set-var(txn.service) var(txn.matched),field(1,|)',
  '  http-request set-var(txn.route) var(txn.matched),field(2,|)',
  ...portalBodies.map((line) => `  ${line}`),
  ...portalOrigin(portalHost),
  ...unknown('!{ var(txn.service) -m found }').map((line) => `  ${line}`),
  '  # The portal and everything else stand at different origins, where the portal has one.',
  ...portalApart(portalHost),
  '  http-request set-uri %[pathq]',
  // By the other end of the connection: the client's address takes its place.
  ...readForwardedCertificate,
  ...clientAddress,
  ...gatewayOnly.map((name) => `  http-request del-header ${name}`),
  '  http-request set-header X-Forwarded-For %[src]',
  ...passCertificate(tls),
  '  http-request set-var(txn.backend) var(txn.service)',
  `  http-request set-var-fmt(txn.backend) %[var(txn.service)]${writing} unless METH_GET or METH_HEAD`,
  '  # Where no replica is ready, one that listens: it says itself what it cannot do, and serves what it can.',
  `  use_backend %[var(txn.service)]${listening} unless { var(txn.backend),nbsrv gt 0 }`,
  '  use_backend %[var(txn.backend)]',
];

/** Suffix of the backend with the same replicas whose health check only requires that they listen. */
const listening = '-listening';

/** Suffix of the backend for writes. */
const writing = '-writes';

/** A write is not sent again, so it must not meet a connection that its replica is closing: each has its own. */
const newConnections = ['  http-reuse never', '  option http-server-close'];

/**
 * A refusal at once costs both sides less than one after a second in the queue. Writing a line for each, and taking it in, would cost a sixth of
 * two processors at 4,400 refusals a second, which those that are answered need: one in a hundred is logged, all are counted (`haproxy_backend_http_responses_total`).
 */
const shedding = [
  `  http-request set-var(txn.shed) bool(true) if { avg_queue ge ${bounds.waiting} }`,
  `  http-request set-log-level silent if { var(txn.shed) -m bool } !{ rand(${bounds.shedPerLogLine}) eq 0 }`,
  '  http-request deny deny_status 503 if { var(txn.shed) -m bool }',
];

/** A body that is too large: on a page of the portal a page for browsers, elsewhere JSON. */
const tooLarge = (service: Service, conditions: readonly string[], own: Answer = answers.largeBody): string[] => [
  ...(service === 'portal' ? conditions : []).map(
    (condition) =>
      `http-request return status 413 content-type ${quoted(pageHeaders['content-type'])} string '${portalPages[413]}'${headerLines(pageHeaders)} if ${condition} ${ifPortalPage}`,
  ),
  ...answerByPath(own, conditions),
];

/** A write is never sent twice, and a service receives a body only once it is complete. */
const backend = (kind: string, service: Service, { servers }: Place) => [
  `backend ${service}${kind}`,
  ...(kind === listening ? [] : ['  option httpchk GET /health/ready']),
  ...(kind === '' ? [] : newConnections),
  '  http-request disable-l7-retry unless METH_GET or METH_HEAD',
  ...(kind === listening ? [] : shedding),
  ...largeBodies(service, (own, conditions) => tooLarge(service, conditions, own)).map((line) => `  ${line}`),
  ...tooLarge(service, [bySize]).map((line) => `  ${line}`),
  `  http-request wait-for-body time ${seconds(bounds.bodyMs)} at-least ${bounds.bodyBytes + 1}`,
  ...tooLarge(service, [bySize, byLength]).map((line) => `  ${line}`),
  '  http-request del-header Expect',
  ...servers(service).map((line) => `  ${line}`),
];

/** Healthy when every service of the interface has a replica to send to. */
const health = ({ health: bind }: Place) => [
  'frontend health',
  `  bind ${bind}`,
  '  no log',
  ...interfaceServices.map((service) => `  http-request return status 503${ownHeaders} if { nbsrv(${service}) lt 1 }`),
  `  http-request return status 200${ownHeaders}`,
];

/** HAProxy's exporter, at a listener of its own. */
const metrics = ({ metrics: bind }: Place) =>
  bind === undefined
    ? []
    : [
        'frontend metrics',
        `  bind ${bind}`,
        '  no log',
        '  http-request use-service prometheus-exporter if { path /metrics }',
        `  http-request return status 404${ownHeaders}`,
      ];

export const haproxyConfig = (place: Place = compose): string =>
  [
    general,
    defaults,
    place.resolvers,
    frontend(place),
    ...services.flatMap((service) => ['', writing, listening].map((kind) => backend(kind, service, place))),
    health(place),
    metrics(place),
  ]
    .filter((section) => section.length > 0)
    .map((section) => `${section.join('\n')}\n`)
    .join('\n');
