import type { Database } from '@open-banking/database';
import { denialReasons } from '@open-banking/messages';
import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { findApproval } from '../storage/approvals.statements.js';
import { idHash } from '../storage/hashed.js';
import type { IssuerFacts } from '../issuer-facts.js';

const { Check, Prompt } = interactionPolicy;

/** The values of `prompt`. */
export const promptNames = ['login', 'consent'] as const;
const [login, consent] = promptNames;

/**
 * Every authorization asks the customer, whatever was approved before: it is over only when an approval by this customer, of
 * this scope, for this client, in this very interaction stands in the database. `login` and `consent` are taken as
 * values of `prompt` because clients send them; both ask for what happens anyway.
 */
export const approvalPolicy = (home: IssuerFacts, database: Database) => [
  new Prompt({ name: login, requestable: true }, new Check('signed_out', 'the customer signs in each time', 'login_required', signedOut)),
  new Prompt(
    { name: consent, requestable: true },
    new Check('not_approved', 'the customer has not approved', 'consent_required', async (ctx) => !(await approved(ctx, home, database))),
  ),
];

/** A customer who comes back from the pages without an answer does not begin again with new time to answer. */
function signedOut({ oidc }: KoaContextWithOIDC): boolean {
  if (oidc.route === 'resume' && !oidc.result) throw new errors.AccessDenied(denialReasons.left);
  return !oidc.result;
}

async function approved({ oidc }: KoaContextWithOIDC, home: IssuerFacts, database: Database): Promise<boolean> {
  const { Interaction: interaction, Client: client } = oidc.entities;
  const psuId = oidc.result?.login?.accountId;
  const scope = oidc.params?.['scope'];
  if (!interaction || !client || !psuId || typeof scope !== 'string') return false;
  return (await database.row(findApproval, idHash(interaction.jti), home.id, scope, client.clientId, psuId)) !== undefined;
}
