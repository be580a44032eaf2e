import { errors, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type Provider from 'oidc-provider';

/** Every approval makes a grant of its own; none is changed afterwards. */
export const grantActions = ['create', 'query', 'revoke'] as const;

/** The parameters of authorization requests about grants ("Grant Management for OAuth 2.0"): that one is to be created, as always. */
export const grantParameters: NonNullable<Configuration['extraParams']> = {
  grant_management_action: (_ctx, action) => {
    if (action !== undefined && action !== 'create')
      throw new errors.InvalidRequest(
        'grant_management_action must be create: every approval makes a grant of its own, and none is changed',
      );
  },
  grant_id: (_ctx, grantId) => {
    if (grantId !== undefined)
      throw new errors.InvalidRequest(
        'grant_id names a grant to be changed, and none is: leave it out, every approval makes a grant of its own',
      );
  },
};

/** Has each token response for a customer's approval name its grant. */
export function nameGrants(provider: Provider): void {
  provider.use(async (given, next) => {
    await next();
    const ctx = given as unknown as KoaContextWithOIDC;
    const grant = ctx.oidc?.route === 'token' && ctx.status === 200 ? ctx.oidc.entities.Grant : undefined;
    if (grant) ctx.body = { ...(ctx.body as object), grant_id: grant.jti };
  });
}
