import { del, get, post, product, uuid } from '../operation.js';
import { mandateClient, mandateParty } from '../token.js';

const facts = { id: 'mandates', title: 'Mandate services', service: 'mandates', version: '1.0.0', planVersion: '1.0',
                plan: 'Default Plan', tier: 'Free', given: '3 rate limits' } as const;

const formats = { resourceId: uuid };

export const mandates = product(facts, {
  createMandate:            post('/v2/mandates',                                                            { limits: 'write',   token: mandateClient }),
  readMandate:              get ('/v2/mandates/{resourceId}',                                               { limits: 'read',    token: mandateParty, formats }),
  deleteMandate:            del ('/v2/mandates/{resourceId}',                                               { limits: 'write',   token: mandateParty, formats }),
  readMandateStatus:        get ('/v2/mandates/{resourceId}/status',                                        { limits: 'hotRead', token: mandateParty, formats }),
  readMandatesMetadata:     get ('/v2/oauth/mandates/.well-known/oauth-authorization-server',               { limits: 'metadata' }),
  readCancellationMetadata: get ('/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server',  { limits: 'metadata' }),
});
