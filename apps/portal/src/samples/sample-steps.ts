import { html, type Html } from '@open-banking/pages';
import {
  aisPis,
  cards,
  developerPages,
  issuerHomes,
  loanServices,
  mandates,
  sandboxOperations,
  savingsLoans,
  scenarioPages,
  securities,
  sitePages,
  type Operation,
  type Token,
} from '@open-banking/spec';
import { settingCommand, variablesOf, type SampleCall } from './call-samples.js';
import { shellWord } from './shell-word.js';

/** A step before a sample: the variables of the shell that it sets, and how. */
export interface SampleStep {
  readonly sets: readonly string[];
  readonly says: Html | string;
  readonly commands?: string;
}

export interface StepContext {
  readonly baseUrl: string;
  /** The address of the portal, where the guides' programs are. */
  readonly portalUrl: string;
  readonly sandbox: boolean;
  /** A client of the signed-in developer. */
  readonly client?: { readonly clientId: string; readonly redirectUri?: string | undefined } | undefined;
  /** A call of another operation, which shows the ids that this one takes. */
  readonly callOf: (row: Operation) => SampleCall;
}

/** The operation whose answer has an id, and the member with it. */
const idSources: Readonly<Record<string, readonly [from: Operation, member: string]>> = {
  ACCOUNT_ID: [aisPis.listAccounts, 'resourceId'],
  CARD_ID: [cards.listCards, 'resourceId'],
  LOAN_ACCOUNT_ID: [savingsLoans.listLoans, 'resourceId'],
  SAVINGS_ACCOUNT_ID: [savingsLoans.listSavings, 'resourceId'],
  SECURITIES_ACCOUNT_ID: [securities.listSecuritiesAccounts, 'resourceId'],
  BRANCH_NUMBER: [loanServices.listAllLoans, 'branchNumber'],
  ACCOUNT_NUMBER: [loanServices.listAllLoans, 'accountNumber'],
  CONSENT_ID: [aisPis.createConsent, 'consentId'],
  PAYMENT_ID: [aisPis.createPayment, 'paymentId'],
  MANDATE_ID: [mandates.createMandate, 'resourceId'],
  CUSTOMER_ID: [sandboxOperations.createSandboxCustomer, 'customerId'],
};
/** `loanAccountID` of loan services and `loan-account-id` of savings and loans are two numbers of one loan. */
const loanOfLoanServices = [loanServices.listAllLoans, 'loanAccountId'] as const;

const ownAccount = [sandboxOperations.createSandboxCustomer, 'resourceId'] as const;

/** The variables that one step sets together. */
const setTogether = [
  ['TOKEN', 'CONSENT'],
  ['CLIENT_ID', 'CLIENT_SECRET'],
] as const;

/** The steps that set the variables of a call, in the order in which they must run. */
export function sampleSteps(row: Operation, call: SampleCall, context: StepContext): SampleStep[] {
  const steps = new Map<string, SampleStep>();
  const add = (variable: string, by: Operation): void => {
    const [name = variable] = setTogether.find((names) => names.some((one) => one === variable)) ?? [];
    if (steps.has(name)) return;
    const [step, needs] = stepOf(name, by, context);
    for (const need of needs) add(need, need === 'TOKEN' ? by : (idSources[name]?.[0] ?? by));
    steps.set(name, step);
  };
  for (const variable of variablesOf(call)) add(variable, row);
  return [...steps.values()];
}

type StepWithNeeds = readonly [SampleStep, needs: readonly string[]];

/** The steps that do not read an id from the answer of another operation. */
const ownSteps: Readonly<Record<string, (by: Operation, context: StepContext) => StepWithNeeds>> = {
  // The sandbox acts on the clients of the developer alone.
  TOKEN: ({ kind }, context) => [customerStep(context), kind === 'sandbox' ? ['CLIENT_ID'] : []],
  CLIENT_ID: (by, context) => [clientStep(by, context), []],
  CLIENT_TOKEN: ({ token }, context) => [clientTokenStep(token!, context), ['CLIENT_ID']],
  SANDBOX_KEY: () => [keyStep, []],
  PUBLIC_KEY: () => [publicKeyStep, []],
};

function stepOf(name: string, by: Operation, context: StepContext): StepWithNeeds {
  const own = ownSteps[name];
  if (own) return own(by, context);
  if (name === 'CONSENT_ID' && by.kind === 'sandbox') return [approvedConsentStep, ['TOKEN']];
  // Money comes in to accounts of the developer's own customers.
  const source = name === 'ACCOUNT_ID' && by.kind === 'sandbox' ? ownAccount : otherSource(name, by);
  if (!source) throw new Error(`no step sets ${name}`);
  const [from, member] = source;
  const call = context.callOf(from);
  const says = html`The first <code>${member}</code> in the answer of <a href="${sitePages.showReference.path}/${from.id}"><code>${from.id}</code></a>.`;
  return [{ sets: [name], says, commands: settingCommand(name, call, member) }, variablesOf(call)];
}

const otherSource = (name: string, { service }: Operation) =>
  name === 'LOAN_ACCOUNT_ID' && service === 'loan-services' ? loanOfLoanServices : idSources[name];

const guide = html`<a href="${sitePages.showGuides.path}/curl">the guide</a>`;

function customerStep({ portalUrl, sandbox }: StepContext): SampleStep {
  const sets = ['TOKEN', 'CONSENT'];
  if (!sandbox) return { sets, says: html`The token of a customer who has approved a consent, and the consent's id: ${guide} gets both.` };
  return {
    sets,
    says: html`A consent, and the token of the customer who has approved it. The program of ${guide} prints the address to open as the customer, whom the <a href="${sitePages.showHome.path}">start page</a> names with a password, and asks for the address at which the browser ends. The token is valid for an hour.`,
    commands: `curl -sSO ${portalUrl}${sitePages.showGuides.path}/client.sh && eval "$(sh client.sh variables)"`,
  };
}

function clientStep({ kind }: Operation, { baseUrl, sandbox, client }: StepContext): SampleStep {
  const sets = ['CLIENT_ID', 'CLIENT_SECRET'];
  const own = html`<a href="${developerPages.showDeveloper.path}">your clients</a>`;
  if (client) {
    const { clientId, redirectUri } = client;
    const redirect = redirectUri === undefined ? '' : ` REDIRECT_URI=${shellWord(redirectUri)}`;
    return {
      sets,
      says: html`One of ${own}. Set <code>CLIENT_SECRET</code> to its secret, which was shown when it was registered.`,
      commands: `export CLIENT_ID=${clientId}${redirect}`,
    };
  }
  if (!sandbox || kind === 'sandbox') return { sets, says: html`Id and secret of one of ${own}.` };
  const register = `client=$(curl -sS ${baseUrl}${issuerHomes.consents.path}/register -H 'Content-Type: application/json' \\
  -d '{"client_name": "My first client", "redirect_uris": ["http://127.0.0.1:3000/back"], "roles": ["PSP_AI", "PSP_PI"]}')`;
  const part = (variable: string, member: string): string =>
    `export ${variable}=$(echo "$client" | grep -o '"${member}":"[^"]*"' | cut -d '"' -f 4)`;
  return {
    sets,
    says: 'Your client. In the sandbox it registers itself:',
    commands: [register, part('CLIENT_ID', 'client_id'), part('CLIENT_SECRET', 'client_secret')].join('\n'),
  };
}

const clientTokenStep = ({ issuer, clientScope = '' }: Token, { baseUrl }: StepContext): SampleStep => ({
  sets: ['CLIENT_TOKEN'],
  says: html`The client's own token, of the ${issuer} issuer.`,
  commands: `export CLIENT_TOKEN=$(curl -sS ${baseUrl}${issuerHomes[issuer].path}/token -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials -d scope=${clientScope} | grep -o '"access_token":"[^"]*"' | cut -d '"' -f 4)`,
});

const approvedConsentStep: SampleStep = {
  sets: ['CONSENT_ID'],
  says: 'The consent that the customer has approved.',
  commands: 'export CONSENT_ID=$CONSENT',
};

const publicKeyStep: SampleStep = {
  sets: ['PUBLIC_KEY'],
  says: html`A key of your own: the private key stays in <code>client-key.pem</code>, and the bank gets the public one.`,
  commands: `openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out client-key.pem
export PUBLIC_KEY=$(openssl pkey -in client-key.pem -pubout | awk '{ printf "%s\\\\n", $0 }')`,
};

const keyStep: SampleStep = {
  sets: ['SANDBOX_KEY'],
  says: html`A key of yours, which the page of the <a href="${scenarioPages.showScenarios.path}">scenarios</a> makes.`,
};
