import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BankClock, Transaction } from '@open-banking/database';
import type Provider from 'oidc-provider';
import type { IssuerFacts } from '../issuer-facts.js';
import { isReported, reportedMark } from '../issuer/reported-interaction.js';
import { approvedId } from '../issuer/scopes.js';
import { isSuspended } from '../issuer/suspended-client.js';
import { wayBackSeconds } from '../issuer/time-to-answer.js';
import { within } from '../storage/artifact-adapter.js';
import { idHash } from '../storage/hashed.js';

/** The authorization request behind a page: what oidc-provider has already checked, and how it is answered. */
export class Authorization {
  private constructor(
    private readonly provider: Provider,
    private readonly wire: { request: IncomingMessage; response: ServerResponse },
    /** Names this authorization in the database. */
    readonly hash: Buffer,
    readonly scope: string,
    /** The id in the scope. */
    readonly subjectId: string,
    readonly clientId: string,
    readonly clientName: string,
    /** The client's identity was not checked. */
    readonly registeredItself: boolean,
    /** Its number in the authorisation register, where the bank has checked it. */
    readonly organization: string | undefined,
    /** The hash of its logo, where an operator has approved one. */
    readonly logo: string | undefined,
    /** The bank has stopped the client meanwhile. */
    readonly suspended: boolean,
    readonly redirectUri: string,
    /** By when the customer must have answered, on the bank's clock. */
    readonly answerBy: Date,
    /** The address to which its browser still has to go, if it was answered and the way back was lost. */
    readonly resumeAt?: string,
    /** The customer has reported it as not asked for: no browser is sent back to the client with it. */
    readonly reported = false,
  ) {}

  /** Undefined where there is none (any more), or the browser that asks is not the one that began it. */
  static async of(
    provider: Provider,
    home: IssuerFacts,
    clock: BankClock,
    uid: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Authorization | undefined> {
    const interaction = await provider.interactionDetails(request, response).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined;
      throw error;
    });
    if (!interaction || interaction.uid !== uid) return undefined;
    const { scope, client_id: clientId, redirect_uri: redirectUri } = interaction.params as Record<string, string>;
    const client = await provider.Client.find(clientId!);
    const id = approvedId(home.id, scope);
    // The client has withdrawn the address since: no browser is sent there, and nothing is approved that could not be reported.
    if (!client?.redirectUriAllowed(redirectUri!) || id === undefined) return undefined;
    return new Authorization(
      provider,
      { request, response },
      idHash(uid),
      scope!,
      id,
      clientId!,
      client.clientName ?? clientId!,
      client['registered_itself'] === true,
      client['organization'] as string | undefined,
      client['logo'] as string | undefined,
      isSuspended(client),
      redirectUri!,
      answerBy(interaction.exp!, clock),
      interaction.result && interaction.returnTo,
      isReported(interaction.result),
    );
  }

  /** The customer approves: stores the grant, and oidc-provider's record of it, in `tx`. Returns the address for the browser. */
  approve(tx: Transaction, psuId: string, baseUrl: string): Promise<string> {
    return within(tx, async () => {
      const grant = new this.provider.Grant({ accountId: psuId, clientId: this.clientId });
      grant.addResourceScope(baseUrl, this.scope);
      return this.finish({ login: { accountId: psuId, remember: false }, consent: { grantId: await grant.save() } });
    });
  }

  /** Nothing is granted: the client gets `access_denied` with the reason. */
  deny(reason: string): Promise<string> {
    return this.finish({ error: 'access_denied', error_description: reason });
  }

  /** Nothing is granted, and the way back is closed: every page of this interaction says so until it expires. */
  async report(reason: string): Promise<void> {
    await this.finish({ error: 'access_denied', error_description: reason, [reportedMark]: true });
  }

  private finish(result: Parameters<Provider['interactionResult']>[2]): Promise<string> {
    return this.provider.interactionResult(this.wire.request, this.wire.response, result, { mergeWithLastSubmission: false });
  }
}

/** The interaction that the cookie of a browser names, with a signature of ours; it may have ended. */
export const interactionOf = (provider: Provider, request: IncomingMessage, response: ServerResponse): string | undefined =>
  provider.createContext(request, response).cookies.get(provider.cookieName('interaction'), { signed: true });

/** oidc-provider counts in seconds of the machine's clock. */
const answerBy = (exp: number, clock: BankClock): Date => new Date(clock.now().getTime() + (exp - wayBackSeconds) * 1_000 - Date.now());
