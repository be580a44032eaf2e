import { Command } from 'commander';
import { answerAs } from '@open-banking/sandbox/third-party';
import { withBankOptions, BankConnection, print, printJson } from '@open-banking/sandbox/bank-connection';

/** `all`, or references separated by commas. */
const chosen = (text: string): 'all' | string[] =>
  text === 'all'
    ? 'all'
    : text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean);

export const approve = withBankOptions(new Command('approve'))
  .description("answers an authorization as a demo customer would, on the bank's pages")
  .argument('<authorization url>')
  .option('--user <login>', 'default: the demo customer')
  .option(
    '--accounts <which>',
    'where there is a choice: all, or IBANs and card numbers as the page shows them, separated by commas',
    'all',
  )
  .option('--refuse', 'refuses instead')
  .option('--json')
  .action(
    async (
      url: string,
      { user, accounts, refuse, json }: { user?: string; accounts: string; refuse?: true; json?: true },
      command: Command,
    ) => {
      if (!URL.canParse(url)) throw new Error(`"${url}" is not a URL`);
      const { login, password } = new BankConnection(command).customer(user);
      const redirect = await answerAs(url, { login, password, accounts: chosen(accounts), refuse, leaveOut: true });
      if (json) printJson({ redirect });
      else print(redirect);
      const told = new URL(redirect).searchParams;
      const error = told.get('error');
      if (error !== null && !refuse)
        throw new Error(`The authorization ended in ${[error, told.get('error_description')].filter(Boolean).join(': ')}`);
    },
  );
