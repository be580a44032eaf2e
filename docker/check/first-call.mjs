import assert from 'node:assert/strict';
import { operations } from '@open-banking/spec';
import { call, expect, json, openbank, redirectUri } from './stack.mjs';

/** A client's own token (client credentials). */
export async function clientToken(client, issuer = 'consents', scope = 'AIS') {
  const answer = await call(`/v1.7/oauth/${issuer}/token`, {
    method: 'POST',
    body: `grant_type=client_credentials&scope=${scope}`,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`,
    },
  });
  expect(answer, 200);
  return answer.body.access_token;
}

/** A new client with an approved consent: the headers of its requests, and one of the customer's accounts. */
export async function consentedReader() {
  const client = await openbank('client', 'add', '--name', 'Compose check', '--roles', 'PSP_AI', '--redirect-uri', redirectUri);
  const consent = await call('/v1.7/consents', {
    method: 'POST',
    headers: {
      ...json,
      Authorization: `Bearer ${await clientToken(client)}`,
      'PSU-IP-Address': '192.0.2.1',
      'TPP-Redirect-URI': redirectUri,
    },
    body: JSON.stringify({
      access: { allPsd2: 'allAccounts' },
      recurringIndicator: true,
      validUntil: '9999-12-31',
      frequencyPerDay: 4,
      combinedServiceIndicator: false,
    }),
  });
  expect(consent, 201);
  const { access_token: token } = await openbank('token', '--client', client.client_id, '--consent', consent.body.consentId);
  const headers = { Authorization: `Bearer ${token}`, 'Consent-ID': consent.body.consentId, 'PSU-IP-Address': '192.0.2.1' };
  const accounts = await call('/v1.7/accounts', { headers });
  expect(accounts, 200);
  return { headers, account: accounts.body.accounts[0].resourceId };
}

/** A client is registered, a customer approves its consent, and it reads a balance. */
export async function firstCall() {
  const { headers, account } = await consentedReader();
  const balances = () => call(`/v1.7/accounts/${account}/balances`, { headers });
  const answer = await balances();
  expect(answer, 200);
  assert.ok(answer.body.balances.length > 0, answer.text);
  return balances;
}

export async function everyOperation() {
  for (const { method, path, kind } of operations) {
    const answer = await call(path.replaceAll(/\{[^}]+\}/g, '1'), { method, ...(method === 'POST' && { headers: json, body: '{}' }) });
    expect(answer, kind === 'metadata' ? 200 : 401);
  }
}
