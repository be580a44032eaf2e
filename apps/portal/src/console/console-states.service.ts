import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { PortalRouter, type Visit } from '../visit/portal-router.js';
import { consoleCookie, emptyState, sealState, type ConsoleState } from './console-state.js';

/** Leaves the console's state in the developer's browser, sealed for this session. */
@Injectable()
export class ConsoleStatesService {
  constructor(
    private readonly router: PortalRouter,
    private readonly keys: SealingKeysService,
  ) {}

  keep({ visit, reply }: { readonly visit: Visit; readonly reply: FastifyReply }, state: ConsoleState): void {
    const value = state === emptyState ? '' : sealState(this.keys.browserState, state, visit.browser, Date.now());
    this.router.keep(reply, consoleCookie, value);
  }
}
