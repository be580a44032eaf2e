import type { SandboxAdditions } from '@open-banking/cli/program';
import { clientCertificate } from '@open-banking/simulators/client-certificate';
import { Command } from 'commander';
import { approve } from './approve.js';
import { caIssue } from './ca-issue.js';
import { caBlock, caRevoke } from './ca-revoke.js';
import { checkPort } from './check-port.js';
import { generate } from './generate.js';
import { rehearse } from './rehearse.js';
import { rotateSandboxCa } from './rotate-sandbox-ca.js';
import { token } from './token.js';

const ca = new Command('ca')
  .description("Issues and revokes certificates of the sandbox's authority, for signed requests and TLS")
  .addCommand(caIssue)
  .addCommand(caRevoke)
  .addCommand(caBlock);

/** The commands of a sandbox, and what commands of an operator need from one. */
export const sandboxAdditions: SandboxAdditions = {
  commands: [approve, token, generate, ca, rehearse],
  sandboxOnly: [checkPort],
  rotations: [rotateSandboxCa],
  certificates: clientCertificate,
  loadDemoBank: async (...given) => (await import('../bank/demo-data.js')).loadDemoBank(...given),
};
