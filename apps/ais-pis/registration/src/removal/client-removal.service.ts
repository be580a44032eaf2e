import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { ConsentEndingsService } from '@open-banking/ais-pis-consents';
import { noPreviousCredential, StoredClient, StoredClientLogo, lockedClient } from '@open-banking/ais-pis-directory';

/** Removes clients, on request of an operator, the client itself or for lack of use. */
@Injectable()
export class ClientRemovalService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly consents: ConsentEndingsService,
  ) {}

  /**
   * Removes the client and ends its consents in one transaction. Its tokens become unknown; its records are kept. Its payments
   * and mandates waiting for approval end at their deadlines.
   */
  remove(
    clientId: string,
    {
      operation = 'removeClient',
      operator,
      alongside,
    }: { readonly operation?: string; readonly operator?: string; readonly alongside?: (tx: Transaction) => Promise<void> } = {},
  ): Promise<undefined> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      await lockedClient(tx, clientId, now);
      await tx.entities((manager) =>
        manager.update(StoredClient, { clientId }, { removedAt: now, logoHash: null, ...noPreviousCredential }),
      );
      await tx.entities((manager) => manager.delete(StoredClientLogo, { clientId }));
      await this.consents.endAll(tx, { by: { clientId }, reason: 'clientRemoved' });
      await this.audit.record(tx, { operation, clientId, operator, subject: clientId });
      await alongside?.(tx);
      return undefined;
    });
  }
}
