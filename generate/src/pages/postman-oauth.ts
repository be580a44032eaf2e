import { issuerHomes, simulationClient, type Issuer } from '@open-banking/spec';
import { basic, formBody, requestItem, script, type PostmanItem } from './postman-item.js';

/** The variables of these requests. */
export const oauthVariables: readonly { readonly name: string; readonly value?: string; readonly isSecret?: true }[] = [
  { name: 'clientId' },
  { name: 'clientSecret', isSecret: true },
  { name: 'redirectUri', value: 'http://127.0.0.1:8080/receiver' },
  { name: 'state' },
  { name: 'codeVerifier', isSecret: true },
  { name: 'codeChallenge' },
  { name: 'authorizationUrl' },
  { name: 'code', isSecret: true },
  { name: 'refreshToken', isSecret: true },
];

const authenticated = basic('clientId', 'clientSecret');
const consents = issuerHomes.consents.path;

const registration = requestItem('registerClient', {
  method: 'POST',
  path: `${consents}/register`,
  description:
    'Registers a client (RFC 7591) and keeps its id and secret in the environment. In the sandbox only: elsewhere the bank registers clients, and you type both into the environment.',
  headers: [['Content-Type', 'application/json']],
  auth: { type: 'noauth' },
  body: {
    mode: 'raw',
    raw: JSON.stringify({ client_name: 'Postman', redirect_uris: ['{{redirectUri}}'], roles: ['PSP_AI', 'PSP_PI'] }, null, 2),
    options: { raw: { language: 'json' } },
  },
  events: [
    script('test', [
      'if (pm.response.code < 300) {',
      "  pm.environment.set('clientId', pm.response.json().client_id);",
      "  pm.environment.set('clientSecret', pm.response.json().client_secret);",
      '}',
    ]),
  ],
});

const keepToken = (variable: string): string => `  pm.environment.set('${variable}', pm.response.json().access_token);`;

function clientToken(issuer: Issuer, scope: string, variable: string): PostmanItem {
  return requestItem(`${variable} (client)`, {
    method: 'POST',
    path: `${issuerHomes[issuer].path}/token`,
    description: `The client's own token of the ${issuer} issuer, scope ${scope}. It is kept as ${variable}.`,
    auth: authenticated,
    body: formBody({ grant_type: 'client_credentials', scope }),
    events: [script('test', ['if (pm.response.code < 300) {', keepToken(variable), '}'])],
  });
}

const pushedRequest = requestItem('pushAuthorization', {
  method: 'POST',
  path: `${consents}/par`,
  description:
    'Pushes the request for the consent (RFC 9126, PKCE), and writes the address at which the customer approves to authorizationUrl and to the console. Open it in a browser and sign in as a customer. The browser ends at redirectUri: copy code from there into the environment, after comparing state.',
  auth: authenticated,
  body: formBody({
    client_id: '{{clientId}}',
    response_type: 'code',
    redirect_uri: '{{redirectUri}}',
    scope: 'AIS:{{consentId}}',
    state: '{{state}}',
    code_challenge: '{{codeChallenge}}',
    code_challenge_method: 'S256',
  }),
  events: [
    script('prerequest', [
      "const { SHA256, enc } = require('crypto-js');",
      "const verifier = pm.variables.replaceIn('{{$guid}}{{$guid}}');",
      "const challenge = enc.Base64.stringify(SHA256(verifier)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');",
      "pm.environment.set('codeVerifier', verifier);",
      "pm.environment.set('codeChallenge', challenge);",
      "pm.environment.set('state', pm.variables.replaceIn('{{$guid}}'));",
    ]),
    script('test', [
      'if (pm.response.code < 300) {',
      '  const query = [',
      "    'client_id=' + encodeURIComponent(pm.environment.get('clientId')),",
      "    'request_uri=' + encodeURIComponent(pm.response.json().request_uri),",
      '  ];',
      `  const url = pm.environment.get('baseUrl') + '${consents}/authorize?' + query.join('&');`,
      "  pm.environment.set('authorizationUrl', url);",
      "  console.log('Open as the customer: ' + url);",
      '}',
    ]),
  ],
});

const keepCustomerTokens = script('test', [
  'if (pm.response.code < 300) {',
  keepToken('customerToken'),
  "  pm.environment.set('refreshToken', pm.response.json().refresh_token);",
  '}',
]);

const exchange = (name: string, description: string, fields: Readonly<Record<string, string>>): PostmanItem =>
  requestItem(name, {
    method: 'POST',
    path: `${consents}/token`,
    description,
    auth: authenticated,
    body: formBody(fields),
    events: [keepCustomerTokens],
  });

const customerToken = exchange('customerToken', "Exchanges code for the customer's tokens. A code is valid once and for a short time.", {
  grant_type: 'authorization_code',
  code: '{{code}}',
  redirect_uri: '{{redirectUri}}',
  code_verifier: '{{codeVerifier}}',
});

const refreshed = exchange('refreshToken', "A new access token for the customer's consent, and the refresh token to keep from now on.", {
  grant_type: 'refresh_token',
  refresh_token: '{{refreshToken}}',
});

/** From no client to a customer's token, in the order in which the requests are sent. `createConsent` asks for the consent. */
export const oauthFolder = (createConsent: PostmanItem) => ({
  name: 'OAuth',
  item: [
    registration,
    clientToken('consents', 'AIS', 'consentsToken'),
    clientToken('payments', 'PIS', 'paymentsToken'),
    clientToken('mandates', 'MANDATE', 'mandatesToken'),
    clientToken('consents', simulationClient.clientScope, 'loanServicesToken'),
    createConsent,
    pushedRequest,
    customerToken,
    refreshed,
  ],
});
