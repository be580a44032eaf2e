import type { IncomingMessage } from 'node:http';
import { asRefusal, render } from '@open-banking/http';
import type { Limits, Subject } from '@open-banking/limits';
import type { Operation } from '@open-banking/spec';
import Provider, { type CanBePromise, type Configuration, type KoaContextWithOIDC, type TokenEndpointGrantContext, type UnknownObject } from 'oidc-provider';

type Names = string | readonly string[] | ReadonlySet<string>;

/** Which endpoint a request was for, and where it came from. */
export interface Asking { readonly row: Operation; readonly address: string }

/**
 * oidc-provider that charges its token and revocation endpoints: to the client once it has proved who it is, and before
 * anything is redeemed; to the address where nobody has. All other endpoints are charged before they get here.
 */
export class LimitedProvider extends Provider {
  private readonly asking = new WeakMap<IncomingMessage, Asking>();
  private readonly charged = new WeakSet<IncomingMessage>();

  constructor(issuer: string, configuration: Configuration, private readonly limits: Limits) {
    super(issuer, configuration);
    this.use(async (ctx, next) => {
      await next();
      const asking = this.asking.get(ctx.req);
      if (asking?.row.limits !== 'token' || this.charged.has(ctx.req)) return;
      const { client } = (ctx as Partial<KoaContextWithOIDC>).oidc ?? {};
      await this.admits(ctx as unknown as KoaContextWithOIDC, client && ctx.status === 200 ? { client: client.clientId } : { address: asking.address });
    });
  }

  /** To be told before a request is handed over. */
  isAsked(request: IncomingMessage, asking: Asking): void { this.asking.set(request, asking); }

  /** oidc-provider's constructor registers its own grant types through here too: after the client's proof, before its code is used up. */
  override registerGrantType<Params extends object = UnknownObject>(
    name: string, handler: (ctx: TokenEndpointGrantContext<Params>) => CanBePromise<void>, params?: Names, duplicates?: Names,
  ): void {
    super.registerGrantType<Params>(name, async (ctx) => {
      if (await this.admits(ctx, { client: ctx.oidc.client.clientId })) await handler(ctx);
    }, params, duplicates);
  }

  /** OAuth has no error for 429; clients of both kinds find theirs in the body. */
  private async admits(ctx: KoaContextWithOIDC, subject: Subject): Promise<boolean> {
    const asking = this.asking.get(ctx.req);
    if (!asking) return true;
    this.charged.add(ctx.req);
    try {
      await this.limits.charge(asking.row, subject, { header: (name, value) => ctx.set(name, value) });
      return true;
    } catch (error) {
      const refusal = asRefusal(error);
      const { status, headers, body } = render(refusal);
      ctx.status = status;
      ctx.set(headers);
      ctx.body = { error: 'temporarily_unavailable', error_description: refusal.faults[0]!.text, ...JSON.parse(body) as object };
      return false;
    }
  }
}
