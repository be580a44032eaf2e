import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Refusal } from '@open-banking/messages';
import { UnservedPages, type UnservedPage } from '@open-banking/service';
import { sandboxRowsOf } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';
import { PortalRouter } from './portal-router.js';

/** The first segment of the paths that software calls. */
const calls: readonly string[] = [...new Set(sandboxRowsOf('portal').map(({ path }) => path.split('/')[1]!))];

/** Pages of the portal, with its navigation, at addresses that nothing serves. The router is a part of the portal's own modules. */
@Injectable()
export class PortalUnservedPages extends UnservedPages {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  page(refusal: Refusal, request: FastifyRequest): Promise<UnservedPage> | undefined {
    if (calls.includes(request.url.split(/[/?]/)[1] ?? '')) return undefined;
    return this.modules
      .get(PortalRouter, { strict: false })
      .errorPage(refusal, request)
      .then(({ headers = {}, body }) => ({ headers, body }));
  }
}
