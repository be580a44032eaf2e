import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { readForm } from '@open-banking/pages';
import { certificatePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { DeveloperClientsService, type DeveloperClient } from '../developer-clients/developer-clients.service.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { certificatesContent, certificateUses, pathOfCertificates, validities } from './certificate-content.js';
import { IssueCertificateForm, RevokeCertificateForm } from './certificate.forms.js';
import { CertificateSignerService, UnusableRequest } from './certificate-signer.service.js';
import { CertificatesService } from './certificates.service.js';

/** The certificates of a client, by the sandbox's authority. Sandbox only. */
@Injectable()
export class CertificatePagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly settings: ServiceSettings,
    private readonly clients: DeveloperClientsService,
    private readonly certificates: CertificatesService,
    private readonly signer: CertificateSignerService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    if (!this.settings.sandbox) return;
    await this.router.open(server, [
      [
        certificatePages.showCertificates,
        forDevelopers(async (visit, developer) => this.page(visit, await this.ownClient(visit, developer))),
      ],
      [certificatePages.answerCertificates, forDevelopers((visit, developer) => this.answer(visit, developer))],
    ]);
  }

  private async ownClient({ params }: Visit, { developerId }: Developer): Promise<DeveloperClient> {
    const clientId = params['clientId']!;
    const client = await this.clients.find(developerId, clientId);
    if (!client) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'You have no client with this id.' }], { clientId });
    return client;
  }

  private async answer(visit: Visit, developer: Developer): Promise<PageResult> {
    const client = await this.ownClient(visit, developer);
    const form = readForm([IssueCertificateForm, RevokeCertificateForm], visit.form);
    if (!this.signer.isOpen) throw new Refusal('RESOURCE_UNKNOWN', 'no signer');
    if (form.step === 'issue') return this.issue(visit, client, form);
    await this.certificates.revoke(client.clientId, form.serialNumber);
    return { goTo: pathOfCertificates(client.clientId) };
  }

  private async issue(visit: Visit, client: DeveloperClient, form: IssueCertificateForm): Promise<PageResult> {
    const use = certificateUses.find((one) => one === form.use) ?? 'web';
    const [, , seconds] = validities.find(([id]) => id === form.validity) ?? validities[0];
    try {
      await this.certificates.issue(client, { use, request: form.request, seconds });
      return { goTo: pathOfCertificates(client.clientId) };
    } catch (error) {
      if (!(error instanceof UnusableRequest)) throw error;
      // A private key is not shown again in the page.
      const request = form.request.includes('PRIVATE KEY') ? '' : form.request;
      return this.page(visit, client, { fault: error.message, typed: { ...form, request } });
    }
  }

  private async page(
    { csrf }: Visit,
    client: DeveloperClient,
    refused: Pick<Parameters<typeof certificatesContent>[0], 'fault' | 'typed'> = {},
  ): Promise<PageResult> {
    const [certificates, authority] = await Promise.all([
      this.certificates.list(client.clientId),
      this.signer.isOpen ? this.signer.authority() : undefined,
    ]);
    return {
      title: 'Certificates',
      status: refused.fault === undefined ? 200 : 422,
      content: certificatesContent({ client, csrf, certificates, authority, ...refused }),
    };
  }
}
