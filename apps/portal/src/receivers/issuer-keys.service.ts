import type { JsonWebKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { issuerHomes } from '@open-banking/spec';
import { GatewayCallsService } from '../gateway-calls/gateway-calls.service.js';

/** As docs/notifications.md asks of receivers. */
const keptMs = 3_600_000;
/** Keys are read no oftener than this, however many unknown ones a sender names. */
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
    // Keys that cannot be read now are those that were known: a sender of unknown ones must not make us forget them.
    const keys = this.read(issuer).catch((): KeySet | Promise<KeySet> => kept?.keys ?? []);
    this.kept.set(issuer, { at: now, keys });
    return keys;
  }

  private async read(issuer: string): Promise<KeySet> {
    const { jwks_uri: address } = await this.json<{ readonly jwks_uri: string }>(`${issuer}/.well-known/oauth-authorization-server`);
    return (await this.json<{ readonly keys: KeySet }>(address)).keys;
  }

  private async json<Body>(address: string): Promise<Body> {
    const answer = await this.gateway.fetch(address, {});
    if (!answer.ok) throw new Error(`${address} is answered ${answer.status}`);
    return (await answer.json()) as Body;
  }
}
