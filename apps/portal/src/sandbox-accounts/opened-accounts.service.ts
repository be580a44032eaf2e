import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { seal, unseal } from '../sealing/seal.js';
import { PortalRouter, type Visit } from '../visit/portal-router.js';

/** The client that was registered with an account, as the code of the start page names it. */
export interface FirstClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

const [link, client] = ['reopening', 'first-client'];

/**
 * Values that the browser of an account made in one click keeps for its pages, sealed for its session: the code of the link that opens the
 * account again, which one page shows once, and the secret of its first client, of which the bank keeps a hash.
 */
@Injectable()
export class OpenedAccountsService {
  constructor(
    private readonly router: PortalRouter,
    private readonly keys: SealingKeysService,
  ) {}

  keepReopening(browser: string, reply: FastifyReply, code: string): void {
    this.keep(browser, reply, link, code);
  }

  /** The code to show on this page; none the next time. */
  takeReopening(visit: Pick<Visit, 'browser' | 'kept'>, reply: FastifyReply): string | undefined {
    const code = this.read(visit, link);
    if (code !== undefined) this.router.keep(reply, link, '');
    return code;
  }

  keepClient(browser: string, reply: FastifyReply, { clientId, clientSecret }: FirstClient): void {
    this.keep(browser, reply, client, `${clientId}:${clientSecret}`);
  }

  client(visit: Pick<Visit, 'browser' | 'kept'>): FirstClient | undefined {
    const [clientId, clientSecret] = this.read(visit, client)?.split(':') ?? [];
    return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined;
  }

  private keep(browser: string, reply: FastifyReply, name: string, text: string): void {
    this.router.keep(reply, name, seal(this.keys.openedAccounts, text, `${name} ${browser}`).toString('base64url'));
  }

  private read({ browser, kept }: Pick<Visit, 'browser' | 'kept'>, name: string): string | undefined {
    const sealed = kept(name);
    return sealed && unseal(this.keys.openedAccounts, Buffer.from(sealed, 'base64url'), `${name} ${browser}`);
  }
}
