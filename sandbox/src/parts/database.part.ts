import { setTimeout as pause } from 'node:timers/promises';
import { services } from '@open-banking/spec';
import { announce, chooseAddresses } from '@open-banking/installation/addresses';
import { urls } from '@open-banking/installation/databases';
import { writeDatabaseUrls } from '@open-banking/installation/database-url-files';
import { holderOf } from '@open-banking/installation/claim';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { makeTrustFiles } from '@open-banking/simulators/make-trust-files';
import { makeKeys } from '@open-banking/installation/keys';
import { databaseUrls } from '@open-banking/installation/database-settings';
import { databasesOf, openDatabaseServer } from '../bank/database-server.js';
import { loadDemoBank } from '../bank/demo-data.js';
import type { SandboxSettings } from '../settings.js';
import { never, log, whenAborted, type RunningPart } from './running-part.js';

const drainMs = 3_000;

/** Runs PostgreSQL with all databases and loads the demo bank. Other parts wait until it has published its addresses. */
export async function runDatabase(
  folder: DataFolder,
  { port, baseUrl, tlsPort, profile, databaseUrl, customers, seed }: SandboxSettings,
  signal: AbortSignal,
): Promise<RunningPart> {
  const options = { databaseUrl, databaseUrls: databaseUrls() };
  const addresses = await chooseAddresses(folder, { port, baseUrl, tlsPort });
  makeKeys(folder.keys);
  await makeTrustFiles(folder.ca);
  const server = await openDatabaseServer(options, folder, addresses.postgresPort);
  const stop = async () => {
    // All parts are stopped at the same time, so services may still be finishing requests.
    for (let waited = 0; waited < drainMs && services.some((service) => holderOf(folder, service) !== undefined); waited += 100)
      await pause(100);
    await server.stop?.();
  };
  try {
    const databases = await databasesOf(options, server.adminUrl, folder, log);
    signal.throwIfAborted();
    // Before the announcement, which the services wait for.
    writeDatabaseUrls(folder.urls, urls(databases, 'serviceUrl'));
    announce(folder, {
      ...addresses,
      by: process.pid,
      profile,
      databases: urls(databases, 'serviceUrl'),
      ownerDatabases: urls(databases, 'ownerUrl'),
    });
    const loading = loadDemoBank(
      databases,
      { customers, seed },
      { folder: folder.demoBank, timeZone: process.env['TIME_ZONE'] ?? 'Asia/Jerusalem', onProgress: log },
    );
    // A stop does not wait for the loading; the next run completes it.
    loading.catch(() => undefined);
    await Promise.race([loading, whenAborted(signal)]);
    signal.throwIfAborted();
  } catch (error) {
    await stop();
    throw error;
  }
  log('database: the demo bank is loaded');
  return { ended: server.ended?.then((why) => why ?? never) ?? never, stop };
}
