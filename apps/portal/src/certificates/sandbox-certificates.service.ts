import { Injectable } from '@nestjs/common';
import { Refusal } from '@open-banking/messages';
import { DeveloperClientsService } from '../developer-clients/developer-clients.service.js';
import { CertificateSignerService, UnusableRequest } from './certificate-signer.service.js';
import { defaultSeconds, type IssuedCertificate, type NewCertificate } from './certificates.messages.js';
import { CertificatesService } from './certificates.service.js';

/** Certificates that a developer's own tests ask for. */
@Injectable()
export class SandboxCertificatesService {
  constructor(
    private readonly clients: DeveloperClientsService,
    private readonly certificates: CertificatesService,
    private readonly signer: CertificateSignerService,
  ) {}

  async issue(developerId: string, clientId: string, wish: NewCertificate): Promise<IssuedCertificate> {
    if (!this.signer.isOpen)
      throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'In this sandbox the operator issues certificates: ask it for one.' }]);
    const client = await this.clients.find(developerId, clientId);
    if (!client) throw new Refusal('RESOURCE_UNKNOWN');
    const { request, use, expiresInSeconds: seconds = defaultSeconds } = wish;
    try {
      const { certificate, serialNumber, expiresAt } = await this.certificates.issue(client, {
        request,
        seconds,
        use: use === 'tls' ? 'web' : 'seal',
      });
      return { certificate, authority: await this.signer.authority(), serialNumber, expiresAt: expiresAt.toISOString() };
    } catch (error) {
      if (error instanceof UnusableRequest) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/request', text: error.message }]);
      throw error;
    }
  }
}
