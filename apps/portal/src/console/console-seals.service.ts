import { generateKeyPair, type KeyPairSyncResult } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { CertificateSignerService, UnusableRequest } from '../certificates/certificate-signer.service.js';
import { CertificatesService } from '../certificates/certificates.service.js';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { seal, unseal } from '../sealing/seal.js';
import { StoredConsoleSeal } from './console-seal.entity.js';
import type { RequestSeal } from './signed-headers.js';

const validSeconds = 30 * 86_400;
/** A certificate that ends within a day is replaced. */
const renewedMs = 86_400_000;
/** The bank takes RSA keys of 2,048 bits and more. */
const bits = 2_048;

const makeKeys = promisify(generateKeyPair) as unknown as (
  type: 'rsa',
  options: { modulusLength: number; publicKeyEncoding: object; privateKeyEncoding: object },
) => Promise<KeyPairSyncResult<string, string>>;

/** The keys with which a console signs requests, one for each client. They are made here, kept sealed, and shown to no one. */
@Injectable()
export class ConsoleSealsService {
  constructor(
    private readonly database: Database,
    private readonly settings: ServiceSettings,
    private readonly signer: CertificateSignerService,
    private readonly certificates: CertificatesService,
    private readonly keys: SealingKeysService,
  ) {}

  /** True if the sandbox's authority issues certificates here, and the bank verifies signatures. */
  get isOpen(): boolean {
    return this.signer.isOpen && this.settings.signedRequests !== 'off';
  }

  get isRequired(): boolean {
    return this.isOpen && this.settings.signedRequests === 'required';
  }

  /** The seal of a client. One that ends, was revoked, or cannot be opened any more is replaced. */
  async sealOf(developerId: string, client: DeveloperClient): Promise<RequestSeal> {
    const stored = await this.database.entities((manager) =>
      manager.findOneBy(StoredConsoleSeal, { developerId, clientId: client.clientId }),
    );
    const privateKey =
      stored && (await this.isUsable(stored)) ? unseal(this.keys.consoleSeals, stored.sealedKey, client.clientId) : undefined;
    return stored && privateKey !== undefined ? { certificate: stored.certificate, privateKey } : this.make(developerId, client);
  }

  private async isUsable({ clientId, serialNumber, expiresAt }: StoredConsoleSeal): Promise<boolean> {
    if (expiresAt.getTime() < Date.now() + renewedMs) return false;
    const issued = await this.certificates.list(clientId);
    return issued.some((one) => one.serialNumber === serialNumber && one.revokedAt === null);
  }

  private async make(developerId: string, client: DeveloperClient): Promise<RequestSeal> {
    const { publicKey, privateKey } = await makeKeys('rsa', {
      modulusLength: bits,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const issued = await this.issue(client, publicKey);
    const { clientId, serialNumber, certificate, expiresAt } = issued;
    const sealedKey = seal(this.keys.consoleSeals, privateKey, clientId);
    const row = { developerId, clientId, serialNumber, certificate, sealedKey, expiresAt };
    await this.database.transaction((tx) => tx.entities((manager) => manager.upsert(StoredConsoleSeal, row, ['developerId', 'clientId'])));
    return { certificate, privateKey };
  }

  private async issue(client: DeveloperClient, request: string) {
    try {
      return await this.certificates.issue(client, { use: 'seal', request, seconds: validSeconds });
    } catch (error) {
      if (error instanceof UnusableRequest) throw new Refusal([{ code: 'FORMAT_ERROR', text: error.message }]);
      throw error;
    }
  }
}
