import type { Service } from '@open-banking/spec';
import { startGateway } from '../src/gateway.js';
import { hasHaproxy, startHaproxy } from './haproxy-process.js';

/** The origins of the replicas of each service. */
export type Targets = Record<Service, string[]>;

/** Starts each kind of gateway in front of these services; HAProxy where it is installed. `portalHost`: the portal's own name. */
export const gatewayKinds = {
  'the Node gateway': (targets: Partial<Targets>, portalHost?: string) => startGateway({ port: 0, targets, portalHost }),
  ...(hasHaproxy && { HAProxy: (targets: Partial<Targets>, portalHost?: string) => startHaproxy(targets, undefined, portalHost) }),
};

/** The code of an error in JSON. */
export const codeIn = (body: string) => (JSON.parse(body) as { tppMessages: { code: string }[] }).tppMessages[0]!.code;
