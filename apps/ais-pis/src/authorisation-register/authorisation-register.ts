import Type, { type Static } from 'typebox';
import Value from 'typebox/value';

/** The answer about one organization; docs/ports/authorisation-register.json is the contract. */
export const RegisterEntry = Type.Object({
  organization: Type.String(),
  status: Type.String({ enum: ['authorised', 'withdrawn', 'unregistered'] }),
  roles: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 20 })),
  asOf: Type.Optional(Type.String({ format: 'date-time' })),
});
export type RegisterEntry = Static<typeof RegisterEntry>;

/** The register is asked in the background: it may take its time, but not forever. */
const longestMs = 3_000;
const mostBytes = 65_536;

/** Asks the register at `url` about an organization. Throws where it does not answer as the contract says, with what is wrong. */
export async function askRegister(url: string, organization: string): Promise<RegisterEntry> {
  const answer = await fetch(`${url}/third-parties/${encodeURIComponent(organization)}`, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(longestMs),
  });
  if (answer.status !== 200 && answer.status !== 404) {
    await answer.body?.cancel();
    throw new Error(`the authorisation register answers ${answer.status}`);
  }
  const entry = parsed(await boundedText(answer));
  // A 404 of some other server, at a wrong address, is no answer about anybody.
  if (entry?.organization !== organization || (answer.status === 404) !== (entry.status === 'unregistered')) {
    throw new Error(`the authorisation register answers ${answer.status} with a body that is no entry of this organization`);
  }
  return entry;
}

async function boundedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Error(`the authorisation register answers with more than ${mostBytes} bytes`);
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
