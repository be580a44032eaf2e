import { Injectable } from '@nestjs/common';
import { InternalCalls, keptPromise, TimedCache } from '@open-banking/access';
import { developerClientsContracts, directoryContracts } from '@open-banking/contracts';
import { Clients, Customers, type Client, type CodeTry, type SignIn, type SubjectSignIn } from '@open-banking/issuer';
import { isUuid } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { directoryInternal } from '@open-banking/spec';

/** Reads clients from ais-pis on each call, as a client may have renewed its credentials a moment ago. */
@Injectable()
export class RemoteClientsService extends Clients {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  /** Ids of clients are UUIDs. The internal port refuses paths that are too long for any, and a refused call is a 503. */
  async find(clientId: string): Promise<Client | undefined> {
    if (!isUuid(clientId)) return undefined;
    return this.calls.call('ais-pis', directoryContracts.findClient, { params: { clientId } });
  }

  /** Those of these clients that are this developer's. */
  async ownedBy(developerId: string, clientIds: readonly string[]): Promise<readonly string[]> {
    const call = { params: { developerId }, body: { clientIds } };
    const clients = await this.calls.call('ais-pis', developerClientsContracts.listDeveloperClients, call);
    return (clients ?? []).map(({ clientId }) => clientId);
  }
}

/** How long any service may cache a token's state: a removed client is refused everywhere within a second. */
const keptForMs = 1_000;
const max = 1_000;

/** The same, cached for a second: used for every token. */
export class RememberedClientsService extends Clients {
  private readonly kept = new TimedCache<Promise<Client | undefined>>(keptForMs, max);

  constructor(private readonly clients: Clients) {
    super();
  }

  find(clientId: string): Promise<Client | undefined> {
    return keptPromise(this.kept, clientId, () => this.clients.find(clientId));
  }
}

/** Reads customers from ais-pis. */
@Injectable()
export class RemoteCustomersService extends Customers {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  async signIn(login: string, password: string, deviceCookie?: string): Promise<SignIn> {
    const answer = await this.calls.call('ais-pis', directoryContracts.signInCustomer, {
      body: { login, password, deviceCookie },
    });
    if (!answer) throw unanswered(directoryInternal.signInCustomer.id);
    return 'refused' in answer && answer.refused === 'locked' ? { ...answer, until: new Date(answer.until) } : answer;
  }

  async signInSubject(issuer: string, subject: string): Promise<SubjectSignIn> {
    const answer = await this.calls.call('ais-pis', directoryContracts.signInSubject, { body: { issuer, subject } });
    if (!answer) throw unanswered(directoryInternal.signInSubject.id);
    return answer;
  }

  async takeCodeTry(psuId: string): Promise<CodeTry> {
    const answer = await this.calls.call('ais-pis', directoryContracts.countApprovalCode, {
      body: { psuId },
    });
    if (!answer) throw unanswered(directoryInternal.countApprovalCode.id);
    return { taken: answer.taken, ...(answer.lockedUntil !== undefined && { lockedUntil: new Date(answer.lockedUntil) }) } as CodeTry;
  }

  async hasOptedOut(psuId: string): Promise<boolean> {
    const answer = await this.calls.call('ais-pis', directoryContracts.readOptOut, { body: { psuId } });
    if (!answer) throw unanswered(directoryInternal.readOptOut.id);
    return answer.optedOut;
  }

  async codeWasRight(psuId: string): Promise<void> {
    await this.calls.call('ais-pis', directoryContracts.countApprovalCode, { body: { psuId, right: true } });
  }
}

const unanswered = (operation: string): Refusal => new Refusal('SERVICE_UNAVAILABLE', { operation }, { retryAfterSeconds: 1 });
