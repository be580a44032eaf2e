import { Injectable } from '@nestjs/common';
import { ServiceSettings } from '@open-banking/config';
import { consolePages, issuerHomes, type Issuer, type Token } from '@open-banking/spec';
import * as oauth from 'oauth4webapi';
import { portalUrl } from '../portal-url.js';
import { PortalSettings } from '../portal.settings.js';
import type { PendingApproval } from './console-state.js';
import { GatewayCallsService } from '../gateway-calls/gateway-calls.service.js';

/** The client that asks. */
export interface ConsoleClient {
  readonly clientId: string;
  readonly secret: string;
}

/** An issuer's refusal of a token, in its own words. */
export class IssuerError extends Error {
  constructor(
    readonly code: string,
    readonly description: string | undefined,
  ) {
    super(code);
  }
}

const customerScopes = { consents: 'AIS', payments: 'PIS', mandates: 'MANDATE', cancellation: 'MANDATE-CANCEL' } as const;

/** OAuth 2.0 as any third party does it, through the gateway. */
@Injectable()
export class TokenRequestsService {
  constructor(
    private readonly settings: ServiceSettings,
    private readonly portal: PortalSettings,
    private readonly gateway: GatewayCallsService,
  ) {}

  get redirectUri(): string {
    return portalUrl(this.settings.baseUrl, this.portal.portalHost) + consolePages.showConsoleCallback.path;
  }

  /** The client's own token, of the issuer and scope that an operation takes. */
  async clientToken({ issuer, clientScope: scope = '' }: Token, client: ConsoleClient): Promise<string> {
    const server = this.serverOf(issuer);
    const party = { client_id: client.clientId };
    const response = await oauth.clientCredentialsGrantRequest(
      server,
      party,
      oauth.ClientSecretBasic(client.secret),
      new URLSearchParams({ scope }),
      this.options,
    );
    return (await inItsWords(oauth.processClientCredentialsResponse(server, party, response))).access_token;
  }

  /** The values that tie a redirect to the authorization that it answers. */
  fresh(): Pick<PendingApproval, 'state' | 'verifier'> {
    return { state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
  }

  /** The URL at which the customer approves. */
  async approvalUrl({ subject, state, verifier }: PendingApproval, client: ConsoleClient): Promise<string> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: this.redirectUri,
      scope: `${customerScopes[subject.issuer]}:${subject.id}`,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return `${this.issuerOf(subject.issuer)}/authorize?${query.toString()}`;
  }

  /** The customer's token. `state` and `iss` of the redirect are checked (RFC 9207), the code is redeemed with its verifier. */
  async redeem({ subject, state, verifier }: PendingApproval, client: ConsoleClient, answer: URLSearchParams): Promise<string> {
    const server = this.serverOf(subject.issuer);
    const party = { client_id: client.clientId };
    const checked = await inItsWords(Promise.resolve().then(() => oauth.validateAuthResponse(server, party, answer, state)));
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      party,
      oauth.ClientSecretBasic(client.secret),
      checked,
      this.redirectUri,
      verifier,
      this.options,
    );
    return (await inItsWords(oauth.processAuthorizationCodeResponse(server, party, response))).access_token;
  }

  private issuerOf(issuer: Issuer): string {
    return this.settings.baseUrl + issuerHomes[issuer].path;
  }

  private serverOf(issuer: Issuer): oauth.AuthorizationServer {
    const own = this.issuerOf(issuer);
    return { issuer: own, token_endpoint: `${own}/token`, authorization_response_iss_parameter_supported: true };
  }

  private get options() {
    return {
      // A sandbox on one machine has no https.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: (url: string, options: oauth.CustomFetchOptions<'POST', URLSearchParams>) =>
        this.gateway.fetch(url, { method: options.method, headers: options.headers, body: options.body }),
    };
  }
}

async function inItsWords<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError)
      throw new IssuerError(error.error, error.error_description ?? undefined);
    if (error instanceof oauth.WWWAuthenticateChallengeError) throw new IssuerError('invalid_client', undefined);
    if (error instanceof oauth.OperationProcessingError) throw new IssuerError('invalid_response', error.message);
    throw error;
  }
}
