import { readFileSync } from 'node:fs';
import { addClient, ThirdParty, type Bank } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import pg from 'pg';
import { temporaryBank } from '../measured-bank.js';
import { openAccounts, type Account } from '../payments/accounts.js';
import { grow, type Growth } from './growth.js';
import type { Sampled } from './sampled.js';
import { sampledAccounts } from './sampled-reads.js';

const paymentAccounts = 200;
/** Enough for the consents of one sample: each address asks the pages for a few. */
const addressesOfSample = 20;

/** A bank in a temporary folder, loaded to one size after another. */
export class SizedBank {
  entries = 0;
  #addresses = 0;

  private constructor(
    private readonly temporary: Awaited<ReturnType<typeof temporaryBank>>,
    readonly owner: pg.Pool,
    private readonly client: Awaited<ReturnType<typeof addClient>>,
    private readonly baseUrl: string,
    private readonly paying: readonly Account[],
    private readonly firstAddress: string,
  ) {}

  /** `network` is its own: the third parties of two banks ask from different addresses. */
  static async start(network: number, log: (line: string) => void): Promise<SizedBank> {
    const temporary = await temporaryBank({
      demoBank: { customers: 1, seed: 'bench' },
      services: ['ais-pis'],
      settings: { LOG_LEVEL: 'info' },
      postgresFlags: ['-c', 'shared_buffers=1GB', '-c', 'max_wal_size=8GB', '-c', 'checkpoint_timeout=30min'],
      log,
    });
    const { bank } = temporary;
    const owner = new pg.Pool({ connectionString: bank.ownerUrls['ais-pis'], max: 4 });
    const operator = JSON.parse(readFileSync(bank.operatorFile, 'utf8')) as OperatorFile;
    const client = await addClient(operator, { name: 'Bench', roles: ['PSP_AI', 'PSP_PI'], redirectUri: 'http://127.0.0.1/back' });
    return new SizedBank(temporary, owner, client, operator.baseUrl, await openAccounts(owner, paymentAccounts), `127.0.${network}`);
  }

  get bank(): Bank {
    return this.temporary.bank;
  }

  async growTo(entries: number, until: string, log: (line: string) => void): Promise<Growth> {
    const { bank, folder } = this.temporary;
    const growth = await grow({ bank, owner: this.owner, folder }, { from: this.entries, entries, until }, log);
    this.entries = entries;
    return growth;
  }

  /** Consents and tokens for what is to be measured now. */
  async sampled(): Promise<Sampled> {
    const { bank, client, entries, owner, paying } = this;
    const accounts = await sampledAccounts((address) => this.#partyAt(address), owner, entries);
    const { access_token: token } = await this.#partyAt(0).clientToken('payments', 'PIS');
    this.#addresses += addressesOfSample;
    const url = `http://127.0.0.1:${bank.services['ais-pis'].port}`;
    return { accounts, served: { url, token, clientId: client.clientId, database: owner }, paying };
  }

  async close(): Promise<void> {
    await this.owner.end();
    await this.temporary.close();
  }

  #partyAt(address: number): ThirdParty {
    const { baseUrl, client, firstAddress } = this;
    return new ThirdParty(baseUrl, client, process.platform === 'linux' ? `${firstAddress}.${1 + this.#addresses + address}` : undefined);
  }
}
