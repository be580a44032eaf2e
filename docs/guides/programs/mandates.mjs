// [start]
// The life of a mandate. Lies beside client.mjs, from which it takes what every client needs: node mandates.mjs
import { execSync } from 'node:child_process';
import { approval, call, clientToken, main, openRedirectListener, register, remove } from './client.mjs';

// [create]
/** Asks for a mandate: up to 60 euros a month, from an account that the customer chooses. */
async function createMandate(token) {
  const { resourceId } = await call('POST', '/v2/mandates', {
    token,
    body: {
      mandateId: `POWER-${Date.now()}`,
      mandateType: { localInstrumentCode: 'CORE', classificationCode: 'VARI' },
      occurrences: { sequenceType: 'RCUR', frequencyType: 'MNTH' },
      maximumAmount: { currency: 'EUR', amount: '60.00' },
      creditor: { name: 'City Power' },
      creditorSchemeIdentification: 'DE98ZZZ09999999999',
      creditorAccount: { iban: 'DE89370400440532013000' },
      debtor: { name: 'Customer of City Power' },
    },
  });
  return resourceId;
}

async function printStatus(resourceId, token) {
  const { mandateStatus } = await call('GET', `/v2/mandates/${resourceId}/status`, { token });
  console.log(`mandate ${resourceId} ${mandateStatus}`);
}

// [collect]
/** The creditor's bank collects, not this interface. In the sandbox a command stands for it; COLLECT names it. */
function collect(resourceId) {
  const command = `${process.env.COLLECT ?? 'npx openbank collect'} ${resourceId} --amount 12.00 --currency EUR`;
  console.log(process.env.COLLECT ? execSync(command, { encoding: 'utf8' }).trim() : `To collect, run: ${command}`);
}

// [cancel]
/** An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer. */
async function cancel(client, listener, resourceId, token) {
  await call('DELETE', `/v2/mandates/${resourceId}`, { token });
  const issuer = await call('GET', '/v2/oauth/mandates/cancellation/.well-known/oauth-authorization-server');
  await approval(client, listener, issuer, `MANDATE-CANCEL:${resourceId}`);
}

// [run]
await main(async () => {
  const listener = await openRedirectListener();
  const client = await register(listener.redirectUri);
  try {
    const issuer = await call('GET', '/v2/oauth/mandates/.well-known/oauth-authorization-server');
    const token = await clientToken(client, issuer, 'MANDATE');
    const resourceId = await createMandate(token);
    await approval(client, listener, issuer, `MANDATE:${resourceId}`);
    await printStatus(resourceId, token);
    collect(resourceId);
    await cancel(client, listener, resourceId, token);
    await printStatus(resourceId, token);
  } finally {
    await remove(client);
    listener.close();
  }
});
