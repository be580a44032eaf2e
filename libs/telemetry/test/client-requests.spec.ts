import { Registry } from 'prom-client';
import { ClientRequests } from '../src/client-requests.js';

describe('the requests of clients', () => {
  const registry = new Registry();
  const requests = new ClientRequests(registry, 2);
  const counted = async () =>
    Object.fromEntries(
      [...(await registry.metrics()).matchAll(/^openbank_client_requests_total\{client="(.+)",outcome="(.+)"\} (\d+)$/gm)].map(
        ([, client, outcome, count]) => [`${client} ${outcome}`, Number(count)],
      ),
    );

  it('are counted by client and outcome up to a number of clients; later clients share one label, and none changes its label', async () => {
    for (const client of ['one', 'two', 'three', 'four', 'three', 'one']) requests.count(client, 200);
    for (const status of [201, 302, 401, 404, 429, 500, 503]) requests.count('two', status);
    expect(await counted()).toEqual({
      'one answered': 2,
      'two answered': 3,
      'two refused': 2,
      'two limited': 1,
      'two failed': 2,
      'other answered': 3,
    });
  });
});
