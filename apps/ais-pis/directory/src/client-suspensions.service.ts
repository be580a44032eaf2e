import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { directoryInternal } from '@open-banking/spec';
import { StoredClient } from './client.entity.js';
import { beginSuspension, endSuspension } from './client-suspensions.statements.js';
import { lockClient } from './directory.statements.js';

/** The reason, and the operator who decided. */
export interface SuspensionOrder {
  readonly reason: string;
  readonly operator: string | undefined;
}

/** Suspends clients and resumes them. */
@Injectable()
export class ClientSuspensionsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
  ) {}

  /** Refuses all of the client's requests from now on. Its tokens, consents and payments are kept. */
  suspend(clientId: string, { reason, operator }: SuspensionOrder): Promise<undefined> {
    return this.change(clientId, { operation: directoryInternal.suspendClient.id, operator }, async (tx, suspended) => {
      if (suspended) throw new Refusal([{ code: 'STATUS_INVALID', text: 'This client is already suspended.' }]);
      const suspendedAt = this.clock.now();
      await tx.rows(beginSuspension, clientId, suspendedAt, reason);
      await tx.entities((manager) => manager.update(StoredClient, { clientId }, { suspendedAt }));
    });
  }

  resume(clientId: string, { reason, operator }: SuspensionOrder): Promise<undefined> {
    return this.change(clientId, { operation: directoryInternal.resumeClient.id, operator }, async (tx, suspended) => {
      if (!suspended) throw new Refusal([{ code: 'STATUS_INVALID', text: 'This client is not suspended.' }]);
      await tx.rows(endSuspension, clientId, this.clock.now(), reason);
      await tx.entities((manager) => manager.update(StoredClient, { clientId }, { suspendedAt: null }));
    });
  }

  private change(
    clientId: string,
    entry: { readonly operation: string; readonly operator: string | undefined },
    work: (tx: Transaction, suspended: boolean) => Promise<void>,
  ): Promise<undefined> {
    return this.database.transaction(async (tx) => {
      const client = clientId.includes('\0') ? undefined : await tx.row(lockClient, clientId, this.clock.now());
      if (!client) throw new Refusal('RESOURCE_UNKNOWN', { clientId });
      await work(tx, client.suspended === true);
      await this.audit.record(tx, { ...entry, clientId, subject: clientId });
      return undefined;
    });
  }
}
