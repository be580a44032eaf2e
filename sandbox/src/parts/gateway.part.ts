import { join } from 'node:path';
import { accessLog, startGateway } from '@open-banking/gateway';
import { refuseTakenPort } from '@open-banking/installation/ports';
import type { DataFolder } from '@open-banking/installation/data-folder';
import { operatorFileOf, removeAddresses, writeOperatorFile } from '@open-banking/installation/operator-file';
import { targetsOf } from '../bank/bank.js';
import { LogFile } from '../bank/log-file.js';
import { operatorFileContent } from '../bank/operator-file-content.js';
import { followTlsFiles, tlsListener } from '../bank/tls.js';
import type { SandboxSettings } from '../settings.js';
import { waitForBank, never, log, type RunningPart } from './running-part.js';

type FrontSettings = Pick<SandboxSettings, 'trustedProxies' | 'forwardedHeader' | 'proxyProtocol' | 'clientCertProxies' | 'clientCertForm'>;

/** Runs the gateway with a route to every service. Requests to a service that is down are answered 503. */
export async function runGateway(
  folder: DataFolder,
  { trustedProxies, forwardedHeader, proxyProtocol, clientCertProxies, clientCertForm }: FrontSettings,
  signal: AbortSignal,
): Promise<RunningPart> {
  const bank = await waitForBank(folder, signal);
  if (bank.port) await refuseTakenPort(bank.port, 'PORT');
  if (bank.tlsPort) await refuseTakenPort(bank.tlsPort, 'TLS_PORT');
  const logFile = new LogFile(join(folder.logs, 'gateway.log'));
  const gateway = await startGateway({
    port: bank.port,
    trustedProxies,
    clientCertProxies,
    clientCertForm,
    forwardedHeader,
    proxyProtocol,
    tls: await tlsListener(bank, folder),
    targets: targetsOf(bank),
    onAnswer: accessLog((line) => {
      logFile.write(line);
    }),
  });
  const stopFollowing = followTlsFiles(gateway, bank, folder);
  const file = operatorFileOf(bank.baseUrl);
  writeOperatorFile(file, operatorFileContent(bank, folder));
  log(`gateway: ${bank.baseUrl}`);
  return {
    ended: never,
    stop: async () => {
      removeAddresses(file);
      stopFollowing();
      await gateway.close();
      await logFile.close();
    },
  };
}
