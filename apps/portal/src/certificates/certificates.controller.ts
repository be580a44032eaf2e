import { Body, Controller, Param } from '@nestjs/common';
import { CurrentDeveloper } from '@open-banking/access';
import { Serves } from '@open-banking/http';
import { sandboxOperations, type Operation } from '@open-banking/spec';
import { IssuedCertificate, NewCertificate } from './certificates.messages.js';
import { SandboxCertificatesService } from './sandbox-certificates.service.js';

const row: Operation = sandboxOperations.issueSandboxCertificate as unknown as Operation;

@Controller()
export class CertificatesController {
  constructor(private readonly certificates: SandboxCertificatesService) {}

  @Serves(row, {
    description:
      "Gives one of the developer's clients a certificate of the sandbox's authority, also one that expires in a moment or has expired: what the bank then answers is `CERTIFICATE_EXPIRED`.",
    body: NewCertificate,
    answers: { 201: IssuedCertificate },
    status: 201,
    refuses: ['RESOURCE_UNKNOWN'],
  })
  issue(
    @CurrentDeveloper() developer: string,
    @Param() { clientId }: { readonly clientId: string },
    @Body() wish: NewCertificate,
  ): Promise<IssuedCertificate> {
    return this.certificates.issue(developer, clientId, wish);
  }
}
