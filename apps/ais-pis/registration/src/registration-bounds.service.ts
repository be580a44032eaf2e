import { Injectable } from '@nestjs/common';
import { idHash } from '@open-banking/issuer';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { network } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { StoredClient, DirectorySettings } from '@open-banking/ais-pis-directory';
import { ClientRemovalService } from './removal/client-removal.service.js';
import { countRegistered, lockAddress, unusedClients } from './registration-bounds.statements.js';

const batchSize = 200;
const dayMs = 86_400_000;

/** Limits how many clients one address may register, and removes registrations that nobody uses. */
@Injectable()
export class RegistrationBoundsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly removal: ClientRemovalService,
    private readonly settings: DirectorySettings,
  ) {}

  /** An advisory lock serializes registrations from one address until the transaction ends: two at once cannot both take the last place. */
  admit(tx: Transaction, clientId: string, address: string): Promise<void> {
    return this.admitFrom(tx, clientId, idHash(network(address)), {
      where: 'from this address',
      remedy: 'Delete one (RFC 7592), or wait until an unused one expires.',
    });
  }

  admitOfDeveloper(tx: Transaction, clientId: string, developer: Buffer): Promise<void> {
    return this.admitFrom(tx, clientId, developer, { where: 'by this account', remedy: 'Remove one first.' });
  }

  private async admitFrom(
    tx: Transaction,
    clientId: string,
    from: Buffer,
    { where, remedy }: { readonly where: string; readonly remedy: string },
  ): Promise<void> {
    const max = this.settings.maxRegistrations;
    await tx.rows(lockAddress, from.toString('hex'));
    const found = await tx.row(countRegistered, from, max);
    if (found!.registered === max) {
      throw new Refusal(
        [
          {
            code: 'ACCESS_EXCEEDED',
            text: `${max} clients are registered ${where}, which is the maximum. ${remedy}`,
          },
        ],
        undefined,
        { retryAfterSeconds: 86_400 },
      );
    }
    await tx.entities((manager) => manager.update(StoredClient, { clientId }, { registeredFrom: from, seenOn: this.clock.today() }));
  }

  /** Removes registrations that were not used for `unusedRegistrationDays` and never created a consent or payment. */
  @WhenDue()
  async endUnused(): Promise<void> {
    const since = this.clock.dayOf(new Date(this.clock.now().getTime() - this.settings.unusedRegistrationDays * dayMs));
    for (const { clientId } of await this.database.rows(unusedClients, since, batchSize))
      await this.removal.remove(clientId, { operation: 'expireRegistration' });
  }
}
