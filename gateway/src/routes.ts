import {
  asPattern,
  clientLogoPages,
  developerPages,
  downloadPages,
  gatewayProbePath,
  isOAuthCall,
  receiverPages,
  issuerHomes,
  issuerRowsOf,
  markdownPages,
  operations,
  pageRowsOf,
  routingPath,
  sandboxRowsOf,
  services,
  sitePages,
  statusRowsOf,
  type Service,
} from '@open-banking/spec';

/** A route of the gateway: an anchored regular expression for the path (`routingPath`), and the service that answers it. */
export interface Route {
  readonly pattern: string;
  readonly service: Service;
  /** The pattern that it matches, as people write it: `/v1.7/cards/{card-id}`; `*` stands for everything below. */
  readonly path: string;
  /** The largest body of its operations in bytes, where that is more than that of others. */
  readonly maxBytes?: number;
}

const exactly = (path: string, service: Service, maxBytes?: number): Route => ({
  pattern: asPattern(path),
  service,
  path,
  ...(maxBytes !== undefined && { maxBytes }),
});
/**
 * Everything below `home`. `home` itself is not a path of the bank; the service decides which paths exist below it (endpoints, pages,
 * styles).
 */
const below = (home: string, service: Service): Route => ({
  pattern: asPattern(home).replace(/\$$/, '/.+$'),
  service,
  path: `${home}/*`,
});

const homes = Object.values(issuerHomes);
/** RFC 8414 §3.1 puts the well-known segment before the issuer's path, the specification puts it after. Both are served. */
const metadata = homes.map(({ path, service }) => exactly(`/.well-known/oauth-authorization-server${path}`, service));
const customerPages: readonly Route[] = [
  exactly('/customer', 'ais-pis'),
  below('/customer', 'ais-pis'),
  exactly(clientLogoPages.showClientLogo.path, 'ais-pis'),
];

const portal: readonly Route[] = [
  ...Object.values({ ...sitePages, ...downloadPages, ...markdownPages }).map(({ path, service }) => exactly(path, service)),
  exactly(developerPages.showDeveloper.path, 'portal'),
  below(developerPages.showDeveloper.path, 'portal'),
  exactly(receiverPages.showReturn.path, 'portal'),
  exactly(receiverPages.receiveNotification.path, 'portal'),
];

/** Scenarios of the sandbox; outside of it the portal knows no such path. */
const scenarios: readonly Route[] = services.flatMap(sandboxRowsOf).map(({ path, service, maxBytes }) => exactly(path, service, maxBytes));

/** Pages with a form that is larger than others: each has a route of its own. */
const largeForms: readonly Route[] = services
  .flatMap(pageRowsOf)
  .flatMap(({ path, service, maxBytes }) => (maxBytes === undefined ? [] : [exactly(path, service, maxBytes)]));

const status: readonly Route[] = services.flatMap(statusRowsOf).map(({ path, service }) => exactly(path, service));

/** Each service asks itself through the gateway. */
const probes: readonly Route[] = services.map((service) => exactly(gatewayProbePath(service), service));

const segments = ({ pattern }: Route) => pattern.split(/(?<!\[\^)\//);
const isFixed = (segment: string) => !segment.includes('[^/]+') && !segment.includes('.+');

/** Sorts by specificity: at the first different segment a fixed one comes first; open-ended routes come last. */
export function bySpecificity(a: Route, b: Route): number {
  const [left, right] = [segments(a), segments(b)];
  const at = left.findIndex((segment, index) => segment !== right[index]);
  if (at < 0) return left.length - right.length;
  if (right[at] === undefined) return 1;
  return Number(isFixed(right[at])) - Number(isFixed(left[at]!)) || right.length - left.length || a.pattern.localeCompare(b.pattern);
}

const everyRoute: readonly Route[] = [
  ...operations.map(({ path, service }) => exactly(path, service)),
  ...metadata,
  ...homes.map(({ path, service }) => below(path, service)),
  ...customerPages,
  ...portal,
  ...status,
  ...scenarios,
  ...largeForms,
  ...probes,
];

/** Every path of the bank, once. Internal operations are not included, nor are health checks but for the probes of the gateway itself. */
export const routes: readonly Route[] = [...withLargestBodies(everyRoute).values()].sort(bySpecificity);

/** By their patterns. The operations of a path share its route, and with it the largest body that one of them takes. */
function withLargestBodies(all: readonly Route[]): ReadonlyMap<string, Route> {
  const routesByPattern = new Map<string, Route>();
  for (const route of all) {
    const { maxBytes = 0 } = routesByPattern.get(route.pattern) ?? {};
    const largest = Math.max(maxBytes, route.maxBytes ?? 0);
    routesByPattern.set(route.pattern, { ...route, ...(largest > 0 && { maxBytes: largest }) });
  }
  return routesByPattern;
}

const compiled = routes.map((route) => ({ expression: new RegExp(route.pattern), route }));

/** Pages that errors link to. */
export const isErrorPage = ({ path }: Route): boolean => path.startsWith(sitePages.showErrors.path);

/** The paths of the portal that software calls: the sandbox's operations, and addresses of receivers. */
export const portalCalls: readonly string[] = [
  ...scenarios.filter(({ service }) => service === 'portal').map(({ path }) => path),
  receiverPages.receiveNotification.path,
  gatewayProbePath('portal'),
];

/** A page that developers look at. */
export const isPortalPage = ({ service, path }: Route): boolean => service === 'portal' && !portalCalls.includes(path);

/** Paths that OAuth libraries call: what is refused there has the form of OAuth. */
export const oauthPaths: readonly string[] = [
  ...new Set(
    services
      .flatMap(issuerRowsOf)
      .filter(isOAuthCall)
      .map(({ path }) => path),
  ),
];

const oauthPatterns = oauthPaths.map((path) => new RegExp(asPattern(path)));

/** True for a path, as it was sent without its query, that OAuth libraries call. */
export function isOAuthPath(sent: string): boolean {
  const path = routingPath(sent);
  return oauthPatterns.some((pattern) => pattern.test(path));
}

/** The route of a path, as it was sent, without query; undefined if the bank has no such path. */
export function routeOf(sent: string): Route | undefined {
  const path = routingPath(sent);
  return compiled.find(({ expression }) => expression.test(path))?.route;
}
