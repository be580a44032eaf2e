import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { CertificatePagesService } from './certificate-pages.service.js';
import { CertificateSignerService } from './certificate-signer.service.js';
import { CertificatesController } from './certificates.controller.js';
import { CertificatesService } from './certificates.service.js';
import { SandboxCertificatesService } from './sandbox-certificates.service.js';

/** Certificates of the sandbox's authority for clients of developers. */
@Module({
  imports: [VisitModule, DeveloperClientsModule],
  controllers: [CertificatesController],
  providers: [CertificateSignerService, CertificatesService, SandboxCertificatesService, CertificatePagesService],
  exports: [CertificateSignerService, CertificatesService],
})
export class CertificatesModule {}
