/** Limits of one request. Both gateways, Node's and HAProxy's, use these numbers. */
export const bounds = {
  /** Path and query. The longest path of the table with a page cursor is under 1 KiB. */
  targetBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  /** From the first byte of a request to the end of its headers, and again to the end of its body. */
  headersMs: 5_000,
  bodyMs: 5_000,
  /** Node's gateway: from a connection to the end of its TLS handshake. HAProxy counts it as idle. */
  handshakeMs: 5_000,
  connectMs: 2_000,
  /** How long a service may take to respond. Its own statements end after 2 s. */
  serverMs: 5_000,
  /** The longest pause of a client while it sends a request or reads its response. */
  stalledMs: 15_000,
  /** How long a client may reuse an idle connection, as announced in `Keep-Alive: timeout`. */
  keepAliveMs: 15_000,
  /** When an idle connection is closed: well after what is announced, so that no request is on its way to it. */
  idleMs: 30_000,
  /** How long an idle connection to a service is reused. The services close theirs after 66 s. */
  upstreamIdleMs: 15_000,
  /** Interval and time-out of readiness checks of a replica (/health/ready). */
  checkMs: 1_000,
  checkTimeoutMs: 2_000,
  /** Maximum requests in flight per replica behind HAProxy, and how long it keeps further ones before it refuses them. */
  inFlight: 64,
  queueMs: 1_000,
  /** HAProxy refuses further ones at once while so many wait per ready replica. */
  waiting: 64,
  /** HAProxy logs one of so many refusals of that kind. */
  shedPerLogLine: 100,
  /** The same for Node's gateway, which keeps none: it refuses further ones at once. */
  inFlightUnqueued: 256,
  /** Number of retries for a request that reached no replica. */
  retries: 2,
} as const;
