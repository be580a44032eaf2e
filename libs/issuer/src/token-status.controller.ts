import { Controller, Query, type Type as Class } from '@nestjs/common';
import { Answer, Serves } from '@open-banking/http';
import { withDescription } from '@open-banking/messages';
import { issuerRows, type Issuer } from '@open-banking/spec';
import Type from 'typebox';

/** As introspection says it (RFC 7662 §2.2). */
const TokenStatus = Type.Object(
  { active: withDescription(Type.Literal(true), 'The token is alive, and whoever presented it is whom it is bound to.') },
  { $id: 'TokenStatus', additionalProperties: false },
);

/** The FAPI conformance suite takes 200 and 201 only from a resource (`EnsureHttpStatusCodeIs200or201`), so a body can be asked for. */
const representation = (wanted: unknown): Answer | undefined =>
  wanted === 'representation' ? new Answer({ active: true }, {}, 200) : undefined;

/** Serves the token status of one issuer. */
export function tokenStatusController(issuer: Issuer): Class {
  @Controller()
  class TokenStatusController {
    @Serves(issuerRows(issuer).readTokenStatus, {
      description: 'Answers whether the access token presented is alive, of this issuer, and its sender the one it is bound to.',
      answers: { 204: null, 200: TokenStatus },
      status: 204,
    })
    read(@Query('return') wanted: unknown): Answer | undefined {
      return representation(wanted);
    }
  }
  return TokenStatusController;
}
