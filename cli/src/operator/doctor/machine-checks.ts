import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { connect } from 'node:tls';
import { aisPis } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { exchange } from '@open-banking/operator-client';
import { fault, finding, ok, warning, type Finding } from './finding.js';
import { expiry } from './service-checks.js';

const minNode = 24;
const [warnBytes, faultBytes] = [2 * 1024 ** 3, 256 * 1024 ** 2];

/** Checks this machine and the way in: Node.js, disk, gateway and its certificate. */
export const checkMachine = async (bank: OperatorFile): Promise<Finding[]> => [
  await finding('versions', 'this machine', node),
  ...(await disk(bank)),
  await finding('gateway', bank.baseUrl, () => gateway(bank)),
  ...(bank.baseUrl.startsWith('https:') ? [await finding('certificate', bank.baseUrl, () => certificate(bank))] : []),
];

function node() {
  const version = process.versions.node;
  return Number.parseInt(version) < minNode ? warning(`Node.js ${version}`, `Use Node.js ${minNode}.`) : ok(`Node.js ${version}`);
}

/** The data folder of `npm start`; elsewhere the folder that is mounted for operators. */
async function disk({ caFolder }: OperatorFile): Promise<Finding[]> {
  const folder = caFolder === undefined ? undefined : dirname(caFolder);
  if (folder === undefined || !existsSync(folder)) return [];
  return [
    await finding('disk', folder, async () => {
      const { bavail, bsize } = await statfs(folder);
      const free = bavail * bsize;
      const text = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
      const advice = 'Free space: PostgreSQL stops writing when the disk is full.';
      if (free < faultBytes) return fault(text, advice);
      return free < warnBytes ? warning(text, advice) : ok(text);
    }),
  ];
}

/** Published metadata need no token. From a container of the operator's the base URL may lead nowhere. */
async function gateway(bank: OperatorFile) {
  const failed = isSameMachine(bank) ? fault : warning;
  try {
    const { status } = await exchange(bank.baseUrl + aisPis.readConsentsMetadata.path, { timeoutMs: 5_000 });
    return status < 500 ? ok('answers') : failed(`answers ${status}`, 'See which service is away, and the log of the gateway.');
  } catch (error) {
    return failed(`${(error as Error).message}`, unreachedAdvice);
  }
}

const unreachedAdvice = 'Start the gateway, or run this command where the base URL can be reached.';

const isSameMachine = ({ baseUrl, internal }: OperatorFile): boolean =>
  new URL(Object.values(internal ?? {})[0] ?? baseUrl).hostname === new URL(baseUrl).hostname;

async function certificate(bank: OperatorFile) {
  const failed = isSameMachine(bank) ? fault : warning;
  return gatewayCertificate(bank.baseUrl).catch((error: unknown) => failed(`${(error as Error).message}`, unreachedAdvice));
}

const gatewayCertificate = (baseUrl: string): Promise<Pick<Finding, 'status' | 'text' | 'advice'>> =>
  new Promise((settle, fail) => {
    const { hostname, port } = new URL(baseUrl);
    // Any certificate is looked at, whoever issued it: only its end counts here.
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, rejectUnauthorized: false }, () => {
      settle(expiry(new Date(socket.getPeerCertificate().valid_to)));
      socket.destroy();
    });
    socket.setTimeout(5_000, () => socket.destroy(new Error('no TLS handshake within 5 s')));
    socket.once('error', fail);
  });
