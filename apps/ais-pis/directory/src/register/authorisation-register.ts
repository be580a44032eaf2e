import { outgoingFetch } from '@open-banking/http';
import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

/** The register's response about one organization. The contract is docs/ports/authorisation-register.json. */
export const RegisterEntry = Type.Object({
  organization: Type.String(),
  status: Type.String({ enum: ['authorised', 'withdrawn', 'unregistered'] }),
  roles: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 })),
  asOf: Type.Optional(Type.String({ format: 'date-time' })),
});
export type RegisterEntry = Static<typeof RegisterEntry>;

/** Generous, because the register is queried in the background. */
const timeoutMs = 3_000;
const maxBytes = 65_536;

/** Looks an organization up in the register at `url`. Throws, with the reason, if the response violates the contract. */
export async function queryRegister(url: string, organization: string): Promise<RegisterEntry> {
  const answer = await outgoingFetch(`${url}/third-parties/${encodeURIComponent(organization)}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status !== 200 && answer.status !== 404) {
    await answer.body?.cancel();
    throw new Error(`The authorisation register answered ${answer.status}`);
  }
  const entry = parsed(await boundedText(answer));
  // A 404 without a matching body may come from another server at a wrong URL.
  if (entry?.organization !== organization || (answer.status === 404) !== (entry.status === 'unregistered')) {
    throw new Error(`The authorisation register answered ${answer.status} with a body that is not an entry of this organization`);
  }
  return entry;
}

async function boundedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`The authorisation register answered with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string): RegisterEntry | undefined {
  try {
    const entry = JSON.parse(text) as unknown;
    return Value.Check(RegisterEntry, entry) ? entry : undefined;
  } catch {
    return undefined;
  }
}
