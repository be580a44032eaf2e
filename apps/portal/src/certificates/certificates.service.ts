import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { DeveloperClient } from '../developer-clients/developer-clients.service.js';
import { CertificateSignerService, type CertificateWish, UnusableRequest } from './certificate-signer.service.js';
import { forgetCertificates, listCertificates, noteRevoked } from './certificates.statements.js';
import { StoredClientCertificate } from './client-certificate.entity.js';

/** As many as a client has at once; those that expired a week ago make room. */
const max = 50;
const rememberedMs = 7 * 86_400_000;

/** The certificates of a client. */
@Injectable()
export class CertificatesService {
  constructor(
    private readonly database: Database,
    private readonly signer: CertificateSignerService,
  ) {}

  /** The newest first. */
  list(clientId: string): Promise<StoredClientCertificate[]> {
    return this.database.rows(listCertificates, clientId, max);
  }

  /**
   * The holder is the client itself, whatever a request says: with another one's subject a certificate would let its holder authenticate as
   * that one. Throws UnusableRequest.
   */
  async issue(
    { clientId, roles }: DeveloperClient,
    wish: Pick<CertificateWish, 'use' | 'request' | 'seconds'>,
  ): Promise<StoredClientCertificate> {
    await this.database.rows(forgetCertificates, clientId, new Date(Date.now() - rememberedMs));
    if ((await this.list(clientId)).length >= max) throw new UnusableRequest(`The client has ${max} certificates, the most there may be.`);
    const certificate = await this.signer.issue({ ...wish, ...holderOf(clientId), roles });
    const { serialNumber, validTo } = new X509Certificate(certificate);
    const issued: StoredClientCertificate = {
      serialNumber,
      clientId,
      use: wish.use,
      certificate,
      issuedAt: new Date(),
      expiresAt: new Date(validTo),
      revokedAt: null,
    };
    await this.database.transaction((tx) => tx.entities((manager) => manager.insert(StoredClientCertificate, issued)));
    return issued;
  }

  /** First at the authority: what is listed as revoked is refused. */
  async revoke(clientId: string, serialNumber: string): Promise<void> {
    const known = (await this.list(clientId)).some((one) => one.serialNumber === serialNumber && one.revokedAt === null);
    if (!known) throw new Refusal('RESOURCE_UNKNOWN');
    await this.signer.revoke(serialNumber);
    await this.database.rows(noteRevoked, clientId, serialNumber, new Date());
  }
}

/** No two clients have the same. */
const holderOf = (clientId: string) => ({ name: `Sandbox client ${clientId.slice(0, 8)}`, organization: clientId });
