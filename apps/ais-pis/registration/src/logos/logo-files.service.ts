import { Injectable } from '@nestjs/common';
import type { RouteRegistrar } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { asRoute, clientLogoPages, type Operation } from '@open-banking/spec';
import type { FastifyInstance } from 'fastify';
import { ClientLogosService } from './client-logos.service.js';

/** A logo is named by its hash, so a browser need not ask again. If somebody opens it by itself, it is an image and nothing else. */
const headers = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-type': 'image/png',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

/** Serves approved logos to the pages that customers see. */
@Injectable()
export class LogoFilesService implements RouteRegistrar {
  constructor(private readonly logos: ClientLogosService) {}

  async registerRoutes(server: FastifyInstance): Promise<void> {
    const row: Operation = clientLogoPages.showClientLogo;
    server.route({
      method: row.method,
      url: asRoute(row.path),
      config: { operation: row },
      handler: async (request, reply) => {
        const { logo } = request.params as { readonly logo: string };
        const [, hash] = /^([0-9a-f]{64})\.png$/.exec(logo) ?? [];
        const png = hash === undefined ? undefined : await this.logos.approvedPng(hash);
        if (!png) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'There is no such logo.' }]);
        return reply.headers(headers).send(png);
      },
    });
  }
}
