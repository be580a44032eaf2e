import { once } from 'node:events';
import { textIn } from '../../named-file.js';
import { checkClock } from './clock.js';
import { fault, finding, type Finding } from './finding.js';

const waitMs = 3_000;

/** Checks the store of limits, if the environment of this command names it as that of the services does. */
export async function checkStore(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { VALKEY_URL_FILE: file, VALKEY_URL, VALKEY_CA_FILE: caFile, VALKEY_SENTINEL_PASSWORD: sentinelPassword } = environment;
  const url = file ? textIn(file, 'VALKEY_URL_FILE').trim() : VALKEY_URL;
  if (!url) return [];
  const [{ closeClient, databaseFault, valkeyClient }, { valkeyAddressOf, valkeyUrlForm }] = await Promise.all([
    import('@open-banking/limits/valkey-client'),
    import('@open-banking/config'),
  ]);
  const address = valkeyAddressOf(url);
  const advice = 'Start Valkey, or correct VALKEY_URL: docs/limits-over-replicas.md.';
  const look = async (): Promise<Pick<Finding, 'status' | 'text' | 'advice'>> => {
    if (!address) return fault(`VALKEY_URL is not ${valkeyUrlForm}`, advice);
    const client = valkeyClient(address, {
      ...(caFile && { caFile }),
      ...(sentinelPassword && { sentinelPassword }),
      connectionName: 'doctor',
    });
    // Each attempt reports its error; what counts is whether there is a connection in time.
    client.on('error', () => undefined);
    try {
      await once(client, 'ready', { signal: AbortSignal.timeout(waitMs) }).catch(() => {
        throw new Error(databaseFault(client) ?? `no connection within ${waitMs / 1_000} s`);
      });
      return await checkClock(async () => {
        const [whole, micros] = await client.time();
        return Number(whole) * 1_000 + Number(micros) / 1_000;
      });
    } finally {
      await closeClient(client);
    }
  };
  return [await finding('clock', 'Valkey', look, advice)];
}
