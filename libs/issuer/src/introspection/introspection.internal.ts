import { Injectable } from '@nestjs/common';
import { TokenAuthority, type Introspection } from '@open-banking/access';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { issuerInternal, issuers, type Issuer } from '@open-banking/spec';
import Type, { type Static } from 'typebox';

const IntrospectionRequest = Type.Object(
  {
    issuer: Type.String({ enum: [...issuers] }),
    token: Type.String({ minLength: 1, maxLength: 4_096 }),
  },
  { additionalProperties: false },
);

/** Tells the other services of a token (RFC 7662), on the internal port only. */
@Injectable()
export class IntrospectionInternal {
  constructor(private readonly authority: TokenAuthority) {}

  @ServesInternal(issuerInternal.introspectToken, { body: IntrospectionRequest })
  introspect({ body }: InternalRequest<Static<typeof IntrospectionRequest>>): Promise<Introspection> {
    return this.authority.introspect(body.issuer as Issuer, body.token);
  }
}
