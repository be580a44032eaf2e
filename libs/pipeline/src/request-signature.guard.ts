import { SETTINGS, type ServiceSettings } from '@open-banking/config';
import { readFileSync } from 'node:fs';
import { Inject, Injectable, type CanActivate, type ExecutionContext, type OnModuleInit } from '@nestjs/common';
import { signatureHeaders, type Introspection } from '@open-banking/access';
import type { SignedRequests } from '@open-banking/access/signature';
import type { Token } from '@open-banking/spec';
import type { FastifyRequest } from 'fastify';

/** Whether a signed request is signed by the client whose token it carries; or must be signed, and is not. */
@Injectable()
export class RequestSignatureGuard implements CanActivate, OnModuleInit {
  private requests?: Promise<SignedRequests>;

  constructor(@Inject(SETTINGS) private readonly settings: ServiceSettings) {}

  onModuleInit(): void {
    const { signedRequests, trustAnchorsFile, tlsClientAnchorsFile, blockedCertificatesFile, revocationListFiles } = this.settings;
    if (signedRequests === 'required' && trustAnchorsFile === undefined)
      throw new Error('TRUST_ANCHORS_FILE is not set, and SIGNED_REQUESTS=required: nobody could sign a request');
    for (const file of [trustAnchorsFile, tlsClientAnchorsFile, blockedCertificatesFile, ...revocationListFiles])
      if (file !== undefined) readFileSync(file);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { bank, headers } = request;
    const { signedRequests: policy } = this.settings;
    if (!bank.operation?.token || policy === 'off') return true;
    if (policy !== 'required' && !signatureHeaders.some((name) => headers[name] !== undefined)) return true;
    return this.checked(request, bank.operation.token);
  }

  private async checked({ bank, method, raw }: FastifyRequest, token: Token): Promise<boolean> {
    const { clientId, organization } = bank.reader as Introspection;
    const received = { method, path: bank.path, rawHeaders: raw.rawHeaders, body: bank.rawBody ?? Buffer.alloc(0) };
    await (await (this.requests ??= this.load())).check(received, token, { clientId: clientId!, organization });
    return true;
  }

  /** What reads certificates takes 0.2 s to load: only where requests are signed. */
  private async load(): Promise<SignedRequests> {
    const { SignedRequests, Trust } = await import('@open-banking/access/signature');
    const {
      signedRequests,
      trustAnchorsFile: anchors,
      tlsClientAnchorsFile: listIssuers,
      revocationListFiles: revocationLists,
      blockedCertificatesFile: blocked,
    } = this.settings;
    return new SignedRequests(new Trust({ anchors, listIssuers, revocationLists, blocked }), signedRequests);
  }
}
