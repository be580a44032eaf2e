import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { unmatchableHash } from '@open-banking/access';
import { ServiceSettings } from '@open-banking/config';
import { Database, serviceKey } from '@open-banking/database';
import { network } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import { StoredDeveloper } from '../developers/developer.entity.js';
import { PortalSettings } from '../portal.settings.js';
import { sessionHash } from '../visit/developer-sessions.service.js';
import { StoredSandboxAccount } from './sandbox-account.entity.js';
import { countFromOrigin, lockOrigin, reopenSandboxAccount, replaceReopening } from './sandbox-accounts.statements.js';

/** An account that is open in this browser now, and the code of the link that opens it once again. */
export interface OpenedAccount {
  readonly developerId: string;
  readonly reopening: string;
}

const newCode = (): string => randomBytes(32).toString('base64url');

/**
 * Accounts made in one click, in the sandbox: without e-mail address and password. A link opens such an account in another browser, once;
 * only its hash is stored.
 */
@Injectable()
export class SandboxAccountsService {
  constructor(
    private readonly database: Database,
    private readonly service: ServiceSettings,
    private readonly portal: PortalSettings,
  ) {}

  get isOpen(): boolean {
    return this.service.sandbox && this.portal.portalSignUp;
  }

  /** Throws ACCESS_EXCEEDED where the address, or the /64 of an IPv6 address, has as many accounts as it may. */
  async open(address: string): Promise<OpenedAccount> {
    if (!this.isOpen) throw new Refusal([{ code: 'SERVICE_BLOCKED', text: 'Accounts cannot be created here. Ask the bank for one.' }]);
    const openedFrom = await this.originHash(address);
    const developerId = randomUUID();
    const reopening = newCode();
    const now = new Date();
    await this.database.transaction(async (tx) => {
      await tx.rows(lockOrigin, openedFrom.toString('hex'));
      const max = this.portal.maxSandboxAccounts;
      if ((await tx.row(countFromOrigin, openedFrom, max))!.accounts >= max) throw tooMany(max);
      await tx.entities(async (manager) => {
        const email = `sandbox-${randomBytes(5).toString('hex')}`;
        await manager.insert(StoredDeveloper, { developerId, email, passwordHash: unmatchableHash, confirmedAt: null, createdAt: now });
        await manager.insert(StoredSandboxAccount, { developerId, reopenHash: sessionHash(reopening), openedFrom, usedAt: now });
      });
    });
    return { developerId, reopening };
  }

  /** Undefined: the code is that of no account, or was used. */
  async reopen(code: string): Promise<OpenedAccount | undefined> {
    const reopening = newCode();
    const found = await this.database.row(reopenSandboxAccount, sessionHash(code), sessionHash(reopening), new Date());
    return found && { developerId: found.developerId, reopening };
  }

  /** A new code in the place of the one before, which is lost. Undefined: the account was not made in one click. */
  async renewReopening(developerId: string): Promise<string | undefined> {
    const reopening = newCode();
    return (await this.database.row(replaceReopening, developerId, sessionHash(reopening))) && reopening;
  }

  /** With a key: addresses are few enough to be tried out otherwise. */
  private async originHash(address: string): Promise<Buffer> {
    const key = createHmac('sha256', await serviceKey(this.database, 'portal'))
      .update('origins of accounts')
      .digest();
    return createHmac('sha256', key).update(network(address)).digest();
  }
}

const tooMany = (max: number): Refusal =>
  new Refusal(
    [
      {
        code: 'ACCESS_EXCEEDED',
        text: `${max} accounts were created from your IP address, which is the maximum. Open one of them with its link, or sign up with an e-mail address.`,
      },
    ],
    undefined,
    { retryAfterSeconds: 86_400 },
  );
