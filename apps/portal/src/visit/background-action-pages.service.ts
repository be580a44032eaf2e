import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { html } from '@open-banking/pages';
import { developerPages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import type { Developer } from './developer-sessions.service.js';
import { portalNotice } from './portal-page.js';
import { forDevelopers, PortalRouter, type PageResult, type Visit } from './portal-router.js';
import { BackgroundActionsService, resultAddress } from './background-actions.service.js';

const refreshAfterSeconds = 1;

/** The page of an action that is under way. It reloads itself, without script, and leads on once the action has ended. */
@Injectable()
export class BackgroundActionPagesService implements RouteRegistrar {
  constructor(
    private readonly router: PortalRouter,
    private readonly actions: BackgroundActionsService,
  ) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    await this.router.open(server, [[developerPages.showAction, forDevelopers((visit, developer) => this.page(visit, developer))]]);
  }

  private async page({ params, frame }: Visit, developer: Developer): Promise<PageResult> {
    const actionId = params['actionId']!;
    const action = await this.actions.find(developer, actionId);
    if (!action) throw new Refusal('RESOURCE_UNKNOWN', { actionId });
    const { title, back, goTo, hasEnded, isBrokenOff, begunAt } = action;
    if (hasEnded) return { goTo: resultAddress(goTo!, actionId) };
    if (isBrokenOff) {
      const says =
        'This was broken off: the portal was restarted meanwhile, or could not store how it ended. What had begun may have taken effect. Repeat it.';
      const content = html`<h1>${title}</h1>${portalNotice('alert', says)}<p><a class="button" href="${back}">Back</a></p>`;
      return { title, narrow: true, content };
    }
    const seconds = Math.max(0, Math.round((Date.now() - begunAt.getTime()) / 1_000));
    const content = html`<h1>${title}</h1>
<div class="progress" role="status"><p>This takes a few seconds. It began ${seconds} s ago, and goes on when you leave this page.</p></div>
<p>The page reloads itself every second. <a href="${frame.path}">Look again</a></p>`;
    return { title, narrow: true, content, refreshAfterSeconds };
  }
}
