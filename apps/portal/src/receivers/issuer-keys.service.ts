import type { JsonWebKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { issuerHomes } from '@open-banking/spec';
import { GatewayCallsService } from '../console/gateway-calls.service.js';

/** As docs/notifications.md asks of receivers. */
const keptMs = 3_600_000;
/** Whoever sends unknown keys makes us read no oftener than this. */
const againMs = 1_000;

type KeySet = readonly (JsonWebKey & { readonly kid?: string })[];

/** The keys that notifications are verified with, read as third parties read them: from the issuers' metadata. */
@Injectable()
export class IssuerKeysService {
  private readonly kept = new Map<string, { readonly at: number; readonly keys: Promise<KeySet> }>();

  constructor(
    private readonly gateway: GatewayCallsService,
    private readonly settings: ServiceSettings,
  ) {}

  issuerOf(issuer: 'consents' | 'payments' | 'mandates'): string {
    return this.settings.baseUrl + issuerHomes[issuer].path;
  }

  /** `issuer` is one of the bank's own. */
  async find(issuer: string, kid: string): Promise<JsonWebKey | undefined> {
    const known = await this.keys(issuer, keptMs);
    const found = known.find((key) => key.kid === kid);
    return found ?? (await this.keys(issuer, againMs)).find((key) => key.kid === kid);
  }

  private keys(issuer: string, oldMs: number): Promise<KeySet> {
    const now = performance.now();
    const kept = this.kept.get(issuer);
    if (kept && now - kept.at < oldMs) return kept.keys;
    const keys = this.read(issuer).catch((): KeySet => []);
    this.kept.set(issuer, { at: now, keys });
    return keys;
  }

  private async read(issuer: string): Promise<KeySet> {
    const metadata = await this.gateway.fetch(`${issuer}/.well-known/oauth-authorization-server`, {});
    const { jwks_uri: address } = (await metadata.json()) as { readonly jwks_uri: string };
    return ((await (await this.gateway.fetch(address, {})).json()) as { readonly keys: KeySet }).keys;
  }
}
