import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { acceptUploads, readForm, UploadForm } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { pathOfClient } from '../developer-clients/client-path.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from '../visit/portal-router.js';
import { ClientLogosService } from './client-logos.service.js';
import { ClientPagesService } from './client-pages.service.js';
import { RemoveLogoForm, UploadLogoForm } from './client.forms.js';
import { UnusableImage } from './logo-image.js';
import { maxFileBytes } from './logo-section.js';
import { logoPngInThread } from './logo-thread.js';

/** The logo of a client, uploaded by its developer. */
@Injectable()
export class ClientLogoPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly clients: ClientPagesService,
    private readonly logos: ClientLogosService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    await this.router.open(server, [
      [developerPages.showOwnClientLogo, forDevelopers(({ params }, developer) => this.file(params, developer))],
    ]);
    await this.router.open(
      server,
      [[developerPages.answerClientLogo, forDevelopers((visit, developer) => this.change(visit, developer))]],
      acceptUploads,
    );
  }

  private async file({ clientId = '', logo = '' }: Visit['params'], { developerId }: Developer): Promise<PageResult> {
    if (!/^[0-9a-f]{64}$/.test(logo)) throw new Refusal('RESOURCE_UNKNOWN');
    return { file: await this.logos.find(developerId, clientId, logo), type: 'image/png', isOwn: true };
  }

  private async change(visit: Visit, developer: Developer): Promise<PageResult> {
    const { clientId } = await this.clients.ownClient(visit, developer);
    const form = readForm([UploadLogoForm, RemoveLogoForm], visit.form);
    if (form.step === 'remove-logo') await this.logos.remove(developer.developerId, clientId);
    else
      try {
        await this.logos.propose(developer.developerId, clientId, await logoPngInThread(uploadedIn(visit)));
      } catch (error) {
        if (!(error instanceof UnusableImage)) throw error;
        return this.clients.withLogoFault(visit, developer, error.message);
      }
    return { goTo: `${pathOfClient(clientId)}#logo` };
  }
}

function uploadedIn({ form }: Visit): Buffer {
  const file = form instanceof UploadForm ? form.file : undefined;
  if (!file) throw new UnusableImage('Choose an image.');
  if (file.length > maxFileBytes) throw new UnusableImage('The file is larger than 60 KiB.');
  return file;
}
