// The operator's command with the commands of a sandbox.
import { runOpenbank } from '@open-banking/cli/program';
import { sandboxAdditions } from './commands/sandbox-additions.js';

await runOpenbank(sandboxAdditions);
