import { ServiceSettings } from '@open-banking/config';
import { readFileSync } from 'node:fs';
import { Injectable, type CanActivate, type ExecutionContext, type OnModuleInit } from '@nestjs/common';
import { signatureHeaders } from '@open-banking/access';
import type { SignedRequests } from '@open-banking/access/signature';
import type { Token } from '@open-banking/spec';
import { currentRequest } from '@open-banking/http';
import { refuseAll } from '@open-banking/messages';
import type { FastifyRequest } from 'fastify';

/** Which of the headers that have one value a signature is checked by. */
const ofSignature = ['signature', 'tpp-signature-certificate', 'date'];

/** Checks that a signed request is signed by the client whose token it carries, and that a request that must be signed is. */
@Injectable()
export class RequestSignatureGuard implements CanActivate, OnModuleInit {
  private requests?: Promise<SignedRequests>;

  constructor(private readonly settings: ServiceSettings) {}

  onModuleInit(): void {
    const { signedRequests, trustAnchorsFile, tlsClientAnchorsFile, blockedCertificatesFile, revocationListFiles } = this.settings;
    if (signedRequests === 'required' && trustAnchorsFile === undefined)
      throw new Error('TRUST_ANCHORS_FILE is not set, and SIGNED_REQUESTS=required: nobody could sign a request');
    for (const file of [trustAnchorsFile, tlsClientAnchorsFile, blockedCertificatesFile, ...revocationListFiles])
      if (file !== undefined) readFileSync(file);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = currentRequest(context);
    const { bank, headers } = request;
    const { signedRequests: policy } = this.settings;
    // Endpoints of issuers are no operations of the interface, which alone is signed.
    if (!bank.operation?.token || bank.operation.kind === 'oauth' || policy === 'off') return true;
    if (policy !== 'required' && !signatureHeaders.some((name) => headers[name] !== undefined)) return true;
    return this.checked(request, bank.operation.token);
  }

  private async checked({ bank, raw }: FastifyRequest, token: Token): Promise<boolean> {
    const { method, path, rawBody: body = Buffer.alloc(0), clientId, introspection } = bank;
    if (clientId === undefined) throw new Error(`${bank.operation!.id} reaches RequestSignatureGuard without an authenticated client`);
    refuseAll(ofSignature.flatMap((name) => bank.repeatedHeaders.get(name) ?? []));
    const requests = await (this.requests ??= this.load());
    await requests.check({ method, path, rawHeaders: raw.rawHeaders, body }, token, {
      clientId,
      organization: introspection?.organization,
    });
    return true;
  }

  /** The code that reads certificates takes 0.2 s to load, so it is loaded with the first signed request. */
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
