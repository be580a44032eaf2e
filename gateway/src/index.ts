export { answers, bodyOf, type Answer } from './answers.js';
export { bounds } from './bounds.js';
export { startGateway, type Gateway, type GatewayOptions } from './gateway.js';
export { faultLog, logLine } from './log.js';
export { gatewayOnly, naming } from './headers.js';
export { requestIdPattern } from './request-id.js';
export { routes, serviceOf, type Route } from './routes.js';
export { compose, haproxyConfig, haproxyMap, type Place } from './haproxy.js';
export type { TlsListener } from './tls.js';
