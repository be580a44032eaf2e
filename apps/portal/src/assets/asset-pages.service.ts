import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { sitePages } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { browserScript } from '../visit/browser-script.js';
import { PortalRouter } from '../visit/portal-router.js';
import { portalStyle } from './portal-style.js';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect width="28" height="28" rx="8" fill="#0b4f6c"/><path d="M6 12 14 6.5 22 12v1.5H6zM8 15.5h2.4V20H8zm4.8 0h2.4V20h-2.4zm4.8 0H20V20h-2.4zM6 21.2h16v1.6H6z" fill="#fff"/></svg>';

const script = browserScript('portal');

/** The files that every page of the portal loads. */
@Injectable()
export class AssetPagesService implements RouteRegistrar {
  constructor(private readonly router: PortalRouter) {}

  registerRoutes(server: FastifyInstance): Promise<void> {
    return this.router.open(server, [
      [sitePages.showStyle, () => ({ file: portalStyle, type: 'text/css; charset=utf-8' })],
      [sitePages.showScript, () => ({ file: script, type: 'text/javascript; charset=utf-8' })],
      [sitePages.showIcon, () => ({ file: icon, type: 'image/svg+xml' })],
    ]);
  }
}
