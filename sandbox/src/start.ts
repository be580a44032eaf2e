import { join } from 'node:path';
import { startTracing } from '@open-banking/telemetry/tracing';
import type { CustomerApp } from '@open-banking/simulators/customer-app';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { repeatingWhileBusy } from '@open-banking/operator-client';
import { startBank, type Bank } from './bank/bank.js';
import { reportHosted } from './bank/hosted-service.js';
import { processesFor } from './bank/processes.js';
import { readOrNameAllFaults } from './bank/settings-faults.js';
import { smallHeaps } from './bank/small-heaps.js';
import { demoCustomer, firstCall } from './first-call.js';
import { readStartSettings, SandboxSettings, startSettingWarnings } from './settings.js';

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const shutdown = new AbortController();
let bank: Bank | undefined;

/**
 * A bank of one machine is idle most of the time, and all its services would ask themselves every six seconds whether they are ready: 15 ms of
 * processor time each. Each connection is a process of PostgreSQL with 5 MB of its own, and two cores answer no more requests with ten of a service than with five.
 */
const onOneMachine = (): NodeJS.ProcessEnv => ({
  PROBE_EVERY_MS: process.env['PROBE_EVERY_MS'] ?? '60000',
  POOL_SIZE: process.env['POOL_SIZE'] ?? '5',
});

/** Loaded only where it is asked for. It ends with this process. */
const playApp = async (dataDir: string): Promise<CustomerApp> =>
  (await import('@open-banking/simulators/customer-app')).startCustomerApp(join(openDataFolder(dataDir).path, 'customer-app'));

/** Ctrl-C stops the bank in order. A second Ctrl-C exits at once; the next start recovers. */
function close(): void {
  if (shutdown.signal.aborted) process.exit(1);
  log('\nStopping the bank.');
  shutdown.abort();
  if (bank) void bank.stop().finally(() => process.exit(0));
}

// If the terminal is gone, writing fails; SIGHUP follows and stops the bank.
process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);
// `npm start` runs this as a process that it starts again; when it is gone it cannot stop this one any more.
if (process.send) process.once('disconnect', close);

/** Stops everything that was started, prints the error and exits with 1. */
async function fail(error: unknown): Promise<never> {
  // A bank that is being stopped ends the process when it has stopped.
  if (shutdown.signal.aborted) return bank ? new Promise<never>(() => undefined) : process.exit(0);
  shutdown.abort();
  await bank?.stop();
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/** `npm start` starts this process again when it ends so. */
const died = 75;
process.on('uncaughtException', (error) => {
  const service = reportHosted('error', error);
  if (service === undefined) return void fail(error);
  process.stderr.write(`\n${service} ended by an error: ${error.message}\n`);
  process.exit(died);
});
process.removeAllListeners('warning').on('warning', (warning) => {
  if (reportHosted('warning', warning) === undefined) process.stderr.write(`${warning.name}: ${warning.message}\n`);
});

try {
  const { settings, tracing, databaseUrls } = await readOrNameAllFaults(readStartSettings, onOneMachine());
  const {
    port,
    baseUrl,
    trustedProxies,
    clientCertProxies,
    clientCertForm,
    forwardedHeader,
    proxyProtocol,
    tlsPort,
    profile,
    dataDir,
    databaseUrl,
    customers,
    seed,
    replicas,
    valkeyUrl,
  } = settings;
  const played =
    settings.login === 'provider' ? await (await import('./bank/bank-login.js')).playedLogin(openDataFolder(dataDir)) : undefined;
  const began = performance.now();
  // The gateway is in this process. Whether spans arrive the services' logs say.
  const traces = await startTracing('gateway', tracing, { exported: () => undefined, dropped: () => undefined });
  const app = settings.approval === 'app' ? await playApp(dataDir) : undefined;
  // `npm start -- --core`: the reference core keeps the books, and starts with the bank.
  const start = process.argv.includes('--core')
    ? (await import('./bank/start-bank-with-core-banking.js')).startBankWithCoreBanking
    : startBank;
  const opened = await start({
    port,
    baseUrl,
    trustedProxies,
    clientCertProxies,
    clientCertForm,
    forwardedHeader,
    proxyProtocol,
    tlsPort,
    profile,
    dataDir,
    databaseUrl,
    databaseUrls,
    demoBank: { customers, seed },
    replicas,
    valkeyUrl,
    ...processesFor(settings),
    traces,
    settings: { ...onOneMachine(), ...played?.settings, ...app?.settings },
    nodeFlags: smallHeaps,
    restarting: true,
    log,
    signal: shutdown.signal,
  });
  const provider = await played?.open(opened);
  bank = provider ? { ...opened, stop: () => opened.stop().finally(provider.stop) } : opened;
  void provider?.ended.then((reason) => {
    log(reason);
  });
  app?.connect(opened.baseUrl);
  process.send?.('open');
  log(`\nThe bank is open at ${opened.baseUrl} (after ${((performance.now() - began) / 1_000).toFixed(1)} s).`);
  for (const warning of new Set([...startSettingWarnings(), ...opened.settingWarnings])) log(`Warning: ${warning}.`);
  const { login, password } = demoCustomer(opened);
  const { login: reader, command, good: validity } = await repeatingWhileBusy(log, () => firstCall(opened));
  const used = port || Number(new URL(opened.baseUrl).port);
  const at = used === new SandboxSettings().port ? '' : `PORT=${used} `;
  // A bank at another address keeps its operator file by that.
  const list = baseUrl === undefined ? `${at}npx openbank customers` : `npx openbank customers --base-url ${opened.baseUrl}`;
  log(`
  For developers ${opened.baseUrl}/
  Demo customer  ${login}, password ${password}  (all of them: ${list})
${provider === undefined ? '' : `  Bank's login   ${provider.issuer}, an OpenID provider where customers sign in\n`}${app === undefined ? '' : `  Their app      ${app.url}/\n`}${opened.tlsBaseUrl === undefined ? '' : `  TLS            ${opened.tlsBaseUrl}, asks for certificates of the sandbox's authority: ${opened.folder.ca}/ca.pem\n`}  Logs           ${opened.folder.logs}

Try it: the accounts of ${reader === login ? 'the demo customer' : `the customer ${reader}`} with their balances. ${validity}

${command}

Ctrl-C stops the bank.`);
} catch (error) {
  await fail(error);
}
