import { startBank, type Bank } from './bank/bank.js';
import { firstCall } from './first-call.js';
import { databaseUrls, readSandboxSettings } from './settings.js';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const giveUp = new AbortController();
let bank: Bank | undefined;

/** Ctrl-C stops all of it in order. Whoever presses it twice no longer waits; the next start repairs what is left. */
function close(): void {
  if (giveUp.signal.aborted) process.exit(1);
  say('\nThe bank closes.');
  giveUp.abort();
  if (bank) void bank.stop().finally(() => process.exit(0));
}

// The terminal that is gone reads nothing; its SIGHUP is on the way.
process.stdout.on('error', () => undefined);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, close);

/** Nothing is left running for which nobody answers. */
async function fail(error: unknown): Promise<never> {
  if (giveUp.signal.aborted) process.exit(0);
  giveUp.abort();
  await bank?.stop();
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
process.on('uncaughtException', (error) => {
  void fail(error);
});

try {
  const { port, baseUrl, tlsPort, profile, dataDir, databaseUrl, customers, seed } = readSandboxSettings();
  const began = performance.now();
  const opened = await startBank({
    port,
    baseUrl,
    tlsPort,
    profile,
    dataDir,
    databaseUrl,
    databaseUrls: databaseUrls(),
    demoBank: { customers, seed },
    restarting: true,
    say,
    signal: giveUp.signal,
  });
  bank = opened;
  const { login, password, command, good } = await firstCall(opened);
  say(`
The bank is open at ${opened.baseUrl} (after ${((performance.now() - began) / 1_000).toFixed(1)} s).

  Demo customer  ${login}, password ${password}  (all of them: npx openbank customers)
${opened.tlsBaseUrl === undefined ? '' : `  TLS            ${opened.tlsBaseUrl}, asks for certificates of the sandbox's authority: ${opened.folder.ca}/ca.pem\n`}  Logs           ${opened.folder.logs}

Try it: the demo customer's accounts with their balances. ${good}

${command}

Ctrl-C stops the bank.`);
} catch (error) {
  await fail(error);
}
