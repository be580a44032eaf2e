import type { Options, Request } from 'autocannon';

/** Every connection goes through all requests, each from a place of its own: no two ask for the same at once. */
export function inTurn(requests: readonly Request[], connections: number): Pick<Options, 'connections' | 'setupClient'> {
  let opened = 0;
  return {
    connections,
    setupClient: (client) => {
      const from = Math.floor((opened * requests.length) / connections) % requests.length;
      opened += 1;
      client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
    },
  };
}
