import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '@open-banking/access';
import { type InternalRequest, type Introspection, IntrospectionRequest, issuerContracts, ServesInternal } from '@open-banking/contracts';

/** Answers the other services about a token (RFC 7662), on the internal port only. */
@Injectable()
export class IntrospectionInternal {
  constructor(private readonly authority: TokenAuthority) {}

  @ServesInternal(issuerContracts.introspectToken)
  async introspect({ body }: InternalRequest<IntrospectionRequest>): Promise<Introspection> {
    const { lastChange: _, ...found } = await this.authority.introspect(body.issuer, body.token);
    return found;
  }
}
