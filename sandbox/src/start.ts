import { readSettings } from '@open-banking/config';
import { startTracing, TracingSettings } from '@open-banking/tracing';
import { startBank, type Bank } from './bank/bank.js';
import { firstCall } from './first-call.js';
import { databaseUrls, readSandboxSettings } from './settings.js';

const log = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const shutdown = new AbortController();
let bank: Bank | undefined;

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

/** Stops everything that was started, prints the error and exits with 1. */
async function fail(error: unknown): Promise<never> {
  if (shutdown.signal.aborted) process.exit(0);
  shutdown.abort();
  await bank?.stop();
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.on('uncaughtException', (error) => {
  void fail(error);
});

try {
  const { port, baseUrl, tlsPort, profile, dataDir, databaseUrl, customers, seed, replicas, valkeyUrl } = readSandboxSettings();
  const began = performance.now();
  // The gateway is in this process. Whether spans arrive the services' logs say.
  await startTracing('gateway', readSettings(TracingSettings), { exported: () => undefined, dropped: () => undefined });
  const opened = await startBank({
    port,
    baseUrl,
    tlsPort,
    profile,
    dataDir,
    databaseUrl,
    databaseUrls: databaseUrls(),
    demoBank: { customers, seed },
    replicas,
    valkeyUrl,
    restarting: true,
    log,
    signal: shutdown.signal,
  });
  bank = opened;
  const { login, password, command, good: validity } = await firstCall(opened);
  log(`
The bank is open at ${opened.baseUrl} (after ${((performance.now() - began) / 1_000).toFixed(1)} s).

  Demo customer  ${login}, password ${password}  (all of them: npx openbank customers)
${opened.tlsBaseUrl === undefined ? '' : `  TLS            ${opened.tlsBaseUrl}, asks for certificates of the sandbox's authority: ${opened.folder.ca}/ca.pem\n`}  Logs           ${opened.folder.logs}

Try it: the demo customer's accounts with their balances. ${validity}

${command}

Ctrl-C stops the bank.`);
} catch (error) {
  await fail(error);
}
