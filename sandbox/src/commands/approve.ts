import { Command } from 'commander';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/cli/bank-connection';
import { completeInteraction } from '../third-party/scripted-customer.js';

/** Parses `all` or comma-separated references. */
const chosen = (text: string): 'all' | string[] =>
  text === 'all'
    ? 'all'
    : text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);

export const approve = withBankOptions(new Command('approve'))
  .description("Answers an authorization on the bank's pages as a demo customer would")
  .argument('<authorization url>')
  .option('--user <login>', 'Login of the customer (default: the demo customer)')
  .option('--accounts <which>', 'If the page offers a choice: all, or comma-separated IBANs and card numbers as the page shows them', 'all')
  .option('--refuse', 'Refuses the authorization instead')
  .option('--json')
  .action(
    async (
      url: string,
      { user, accounts, refuse, json }: { user?: string; accounts: string; refuse?: true; json?: true },
      command: Command,
    ) => {
      if (!URL.canParse(url)) throw new Error(`"${url}" is not a URL`);
      const { login, password } = new BankConnection(command).customer(user);
      const redirect = await completeInteraction(url, { login, password, accounts: chosen(accounts), refuse, leaveOut: true });
      if (json) printJson({ redirect });
      else print(redirect);
      const parameters = new URL(redirect).searchParams;
      const error = parameters.get('error');
      if (error !== null && !refuse)
        throw new Error(`The authorization ended with ${[error, parameters.get('error_description')].filter(Boolean).join(': ')}`);
    },
  );
