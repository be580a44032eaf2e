import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { seal, unseal } from '../sealing/seal.js';
import { PortalRouter, type Visit } from '../visit/portal-router.js';
import type { ClientCredentials } from '../developer-clients/developer-clients.service.js';

const cookie = 'credential';
/** A redirect takes a moment; who comes later rotates. */
const validMs = 300_000;

/** A credential to show, and whether its client was registered with it or had one before. */
export interface NewCredentials extends ClientCredentials {
  readonly registered: boolean;
}

/**
 * Credentials between the form that made them and the page that shows them once: sealed, in the browser that sent the form. A reload makes
 * no other.
 */
@Injectable()
export class ShownCredentialsService {
  constructor(
    private readonly router: PortalRouter,
    private readonly keys: SealingKeysService,
  ) {}

  keep({ browser }: Pick<Visit, 'browser'>, reply: FastifyReply, credentials: NewCredentials): void {
    const text = JSON.stringify({ ...credentials, until: Date.now() + validMs });
    this.router.keep(reply, cookie, seal(this.keys.shownCredentials, text, browser).toString('base64url'));
  }

  /** The credential to be shown for this client; none the next time. */
  take({ browser, kept }: Pick<Visit, 'browser' | 'kept'>, reply: FastifyReply, clientId: string): NewCredentials | undefined {
    const sealed = kept(cookie);
    const text = sealed === undefined ? undefined : unseal(this.keys.shownCredentials, Buffer.from(sealed, 'base64url'), browser);
    if (text === undefined) return undefined;
    const { until, ...credentials } = JSON.parse(text) as NewCredentials & { readonly until: number };
    if (credentials.clientId !== clientId) return undefined;
    this.router.keep(reply, cookie, '');
    return until > Date.now() ? credentials : undefined;
  }
}
