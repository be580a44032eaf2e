import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '@open-banking/database';
import type Provider from 'oidc-provider';
import type { Asking, AuthorizationAnswer, AuthorizationResponses } from '../issuer/authorization-response.js';
import { isReported } from '../issuer/reported-interaction.js';
import type { IssuerFacts } from '../issuer-facts.js';
import { findAnswered } from '../storage/artifacts.statements.js';
import { interactionOf } from './authorization.js';
import { idHash } from '../storage/hashed.js';

/** The redirect for a customer who returns to an interaction that is answered; without an error the client has had its code. */
export interface AnsweredInteraction {
  readonly clientName: string;
  readonly redirectUri: string;
  readonly goTo?: string;
  /** The customer reported it: the page says so, and leads nowhere. */
  readonly reported: boolean;
}

interface StoredInteraction {
  readonly params: Asking;
  readonly result?: Partial<AuthorizationAnswer> & Readonly<Record<string, unknown>>;
}

/**
 * An authorization that this browser has answered: its page was loaded again, or gone back to. Undefined where nothing
 * is known of it (any more), it was another browser's, or the client no longer has that address.
 */
export async function answeredBefore(
  provider: Provider,
  home: IssuerFacts,
  database: Database,
  uid: string,
  request: IncomingMessage,
  response: ServerResponse,
  responses: AuthorizationResponses,
): Promise<AnsweredInteraction | undefined> {
  const found = interactionOf(provider, request, response) === uid ? await database.row(findAnswered, idHash(uid), home.id) : undefined;
  if (!found) return undefined;
  const { params, result } = found.payload as unknown as StoredInteraction;
  const { client_id: clientId, redirect_uri: redirectUri } = params;
  const client = await provider.Client.find(clientId);
  if (!client?.redirectUriAllowed(redirectUri)) return undefined;
  const { error, error_description } = result ?? {};
  if (isReported(result)) return { clientName: client.clientName ?? clientId, redirectUri, reported: true };
  return {
    clientName: client.clientName ?? clientId,
    redirectUri,
    reported: false,
    ...(error !== undefined && { goTo: await responses.errorAddress(params, { error, error_description }) }),
  };
}
