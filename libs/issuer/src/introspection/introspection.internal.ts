import { Injectable } from '@nestjs/common';
import { longestToken, TokenAuthority, type Introspection } from '@open-banking/access';
import { IsOneOf, IsText, ServesInternal, type InternalRequest } from '@open-banking/http';
import { issuerInternal, issuers, type Issuer } from '@open-banking/spec';

class IntrospectionRequest {
  @IsOneOf(...issuers) readonly issuer!: Issuer;
  @IsText({ min: 1, max: longestToken }) readonly token!: string;
}

/** Answers the other services about a token (RFC 7662), on the internal port only. */
@Injectable()
export class IntrospectionInternal {
  constructor(private readonly authority: TokenAuthority) {}

  @ServesInternal(issuerInternal.introspectToken, { body: IntrospectionRequest })
  async introspect({ body }: InternalRequest<IntrospectionRequest>): Promise<Introspection> {
    const { lastChange: _, ...found } = await this.authority.introspect(body.issuer, body.token);
    return found;
  }
}
