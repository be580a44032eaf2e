import { randomUUID } from 'node:crypto';
import { ServiceSettings } from '@open-banking/config';
import { Cursors } from '@open-banking/database';
import {
  AccountsService,
  AccountStatementsService,
  ConsentTermSettings,
  ChangesService,
  TransactionsService,
} from '@open-banking/ais-pis-accounts';
import type { TestLedger } from '../a-ledger.js';
import { type AccountHistory, historyClock } from './account-history.js';
import type { Account } from './follower.js';

/** The service that lists transactions, over a ledger's database, and one customer whose accounts are read. */
export class TestChanges {
  private constructor(
    readonly psuId: string,
    private readonly transactions: TransactionsService,
  ) {}

  static async of({ database, owner }: TestLedger): Promise<TestChanges> {
    const psuId = randomUUID();
    await owner.query(`insert into psu (psu_id, login, password_hash, name) values ($1, 'follower', 'none', 'Follower')`, [psuId]);
    const [accounts, cursors] = [new AccountsService(database, historyClock), new Cursors(Buffer.alloc(32, 1))];
    const statements = new AccountStatementsService(database, cursors, historyClock, accounts);
    const changes = new ChangesService(database, cursors, historyClock, new ServiceSettings(), new ConsentTermSettings(), statements);
    return new TestChanges(psuId, new TransactionsService(database, cursors, historyClock, accounts, changes, statements));
  }

  /** An account as a client reads it under a consent of its own. */
  accountOf({ accountId }: AccountHistory): Account {
    return {
      transactions: this.transactions,
      accountId,
      earliest: '2024-01-01',
      principal: {
        clientId: 'follower',
        roles: ['PSP_AI'],
        psuId: this.psuId,
        scope: '',
        granted: [accountId],
        grantedBalances: [accountId],
        attended: true,
        at: historyClock.now(),
        consent: {
          id: randomUUID(),
          status: 'valid',
          recurring: true,
          frequencyPerDay: 4,
          ownerName: false,
          grants: [{ service: 'ais-pis', kind: 'account', resourceId: accountId, permissions: ['accounts', 'balances', 'transactions'] }],
        },
      },
    };
  }
}
