import type { Issuer } from '@open-banking/client';
import { awaitReturn, browserAddress, openBrowser } from '../browser-return.js';
import { type Command, jsonOption, UsageError } from '../command.js';
import { clientOptions, connectedClient } from '../connected-client.js';
import { readLogin } from '../private-files.js';

const issuers: Readonly<Record<string, Issuer>> = {
  consent: 'consents',
  payment: 'payments',
  mandate: 'mandates',
  cancellation: 'cancellation',
};

function issuerOf(kind: string | undefined): Issuer {
  const issuer = kind !== undefined && Object.hasOwn(issuers, kind) ? issuers[kind] : undefined;
  if (!issuer) throw new UsageError(`Name what to open: tpp open ${Object.keys(issuers).join('|')} <id>.`);
  return issuer;
}

export const open: Command = {
  name: 'open',
  takes: '<consent|payment|mandate|cancellation> <id>',
  maxArguments: 2,
  summary: "Open the bank's page on which a customer approves, and keep the customer's token.",
  details: `The redirect URI must be one of the client's. At this machine (http://127.0.0.1:3000/back) the command waits there for the customer;
at another one, such as /receiver of the portal, it asks for the address at which the browser ends. A cancellation has the id of its mandate.`,
  options: {
    print: { says: 'Print the address, and open no browser.' },
    'redirect-uri': { value: 'uri', says: 'Where the customer returns. Default: REDIRECT_URI.' },
    ...clientOptions,
    ...jsonOption,
  },
  run: async (given, terminal) => {
    const [kind, id] = given.positionals;
    const issuer = issuerOf(kind);
    if (id === undefined) throw new UsageError(`The id of the ${kind} is missing. Run tpp open ${kind} <id>.`);
    const redirectUri = given.text('redirect-uri') ?? process.env['REDIRECT_URI'];
    if (!redirectUri || !URL.canParse(redirectUri))
      throw new UsageError('A redirect URI of the client is missing. Add --redirect-uri <uri>, or set REDIRECT_URI.');
    const { bank, wasAccepted } = await connectedClient({ given, login: readLogin(), terminal, redirectUri });
    const authorization = await bank.authorize(issuer, id);
    wasAccepted();
    const url = browserAddress(authorization.url);
    const returned = await awaitReturn({ redirectUri, state: authorization.state }, terminal);
    terminal.note('The customer approves at:');
    terminal.print(given.flag('json') ? JSON.stringify({ url }) : url);
    if (!given.flag('print')) openBrowser(url);
    await bank.finish(authorization, await returned.address);
    terminal.note(`Approved. tpp token --for ${id} prints the customer's token.`);
  },
};
