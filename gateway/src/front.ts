import type { IncomingMessage, Server } from 'node:http';
import type { ForwardedHeader } from '@open-banking/config';
import { clientAddress } from '@open-banking/http/client-address';
import { ProxyProtocol, socketPeer } from './proxy-protocol.js';

/** The proxies in front of the gateway, such as a TLS terminator or a load balancer. */
export interface Front {
  /** Their addresses (CIDR), whose header names the client; none by default. */
  readonly trustedProxies?: readonly string[];
  /** The header that they write: X-Forwarded-For by default. */
  readonly forwardedHeader?: ForwardedHeader;
  /** Their connections begin with the PROXY protocol. */
  readonly proxyProtocol?: boolean;
}

/** Finds the client's address of a request to these servers. `onFault`: a connection of a proxy was closed, because it began otherwise. */
export function addressesBehind(
  { trustedProxies = [], forwardedHeader, proxyProtocol = false }: Front,
  servers: readonly Server[],
  onFault: (fault: string) => void,
): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const clientOf = clientAddress(trustedProxies, forwardedHeader);
  const protocol = proxyProtocol ? new ProxyProtocol(trustedProxies, onFault) : undefined;
  for (const server of servers) protocol?.expectOn(server);
  const peerOf = protocol?.peer ?? socketPeer;
  return ({ socket, headers }) => clientOf(peerOf(socket), headers);
}
