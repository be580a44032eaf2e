import { Injectable } from '@nestjs/common';
import { ApprovalBlocked, type ApprovalRequest } from '@open-banking/issuer';
import { Refusal } from '@open-banking/messages';
import { RemoteClientsService, RemoteCustomersService } from '../directory/remote-directory.service.js';

/** Whom something can be approved for, and by: ais-pis knows both, so each is asked of it anew. */
@Injectable()
export class ApprovalConditionsService {
  constructor(
    private readonly clients: RemoteClientsService,
    private readonly customers: RemoteCustomersService,
  ) {}

  /** The facts as a page shows them: blocked where the client is stopped or has lost its role. */
  async unlessStopped<Facts extends { readonly blocked?: unknown }>(
    clientId: string,
    facts: Facts,
  ): Promise<Facts & { blocked?: 'client' }> {
    const stopped = !facts.blocked && (await this.isStopped(clientId).catch(unanswered));
    return stopped ? { ...facts, blocked: 'client' } : (facts as Facts & { blocked?: 'client' });
  }

  /**
   * Refuses an approval for a client that is suspended, removed or without its role, and one by a customer who has opted out. Call it in
   * the transaction of the approval, after all its locks: what was lost while it waited counts. No lock reaches into the other
   * database, so what is lost between this answer and the commit is lost after the approval.
   */
  async require({ clientId, psuId }: Pick<ApprovalRequest, 'clientId' | 'psuId'>): Promise<void> {
    const [stopped, optedOut] = await Promise.all([this.isStopped(clientId), this.customers.hasOptedOut(psuId)]);
    if (stopped) throw new ApprovalBlocked('client');
    if (optedOut) throw new ApprovalBlocked('opted-out');
  }

  private async isStopped(clientId: string): Promise<boolean> {
    const client = await this.clients.find(clientId);
    return !client || client.suspended === true || !client.roles.includes('PSP_PI');
  }
}

/** Nothing can be approved while ais-pis does not answer, and the page says that. */
function unanswered(error: unknown): false {
  if (error instanceof Refusal && error.status === 503) return false;
  throw error;
}
