import { Injectable } from '@nestjs/common';
import { hashed } from '@open-banking/issuer';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { network } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { ClientRemovalService } from '../client-removal/client-removal.service.js';
import { DirectorySettings } from '../directory/directory.settings.js';
import { countRegistered, lockAddress, noteAddress, unusedClients } from './registration-bounds.statements.js';

const batchSize = 200;
const dayMs = 86_400_000;

/** How many clients one address may register; those that nobody uses end. */
@Injectable()
export class RegistrationBoundsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly removal: ClientRemovalService,
    private readonly settings: DirectorySettings,
  ) {}

  /** Registrations from one address take turns (an advisory lock until the transaction ends), so that no two are the last one. */
  async admit(tx: Transaction, clientId: string, address: string): Promise<void> {
    const from = hashed(network(address));
    const most = this.settings.mostRegistrations;
    await tx.rows(lockAddress, from.toString('hex'));
    const found = await tx.row(countRegistered, from, most);
    if (found!.registered === most) {
      throw new Refusal(
        [
          {
            code: 'ACCESS_EXCEEDED',
            text: `${most} clients are registered from this address, which is the most it may have: delete one (RFC 7592), or wait until one that nobody uses has ended.`,
          },
        ],
        undefined,
        { retryAfterSeconds: 86_400 },
      );
    }
    await tx.rows(noteAddress, clientId, from, this.clock.today());
  }

  /** Nobody has used it for so many days, and it never asked a customer for anything here. */
  @WhenDue()
  async endUnused(): Promise<void> {
    const since = this.clock.dayOf(new Date(this.clock.now().getTime() - this.settings.unusedRegistrationDays * dayMs));
    for (const { clientId } of await this.database.rows(unusedClients, since, batchSize))
      await this.removal.remove(clientId, { operation: 'expireRegistration' });
  }
}
