import {
  certificatePages,
  consolePages,
  customerEditorPages,
  developerPages,
  receiverPages,
  scenarioPages,
  services,
  aisPis,
} from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { credentialsIn } from './a-developer.js';
import { AScenarist } from './a-scenarist.js';

const slowMs = 300_000;

/** A form of a page: where it goes, its buttons, and its fields with what they have. */
interface FoundForm {
  readonly action: string;
  readonly steps: readonly string[];
  readonly fields: ReadonlyMap<string, string>;
}

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const unescaped = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#39;', "'");

function formsIn(page: string): FoundForm[] {
  return [...page.matchAll(/<form method="post"[^]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<(?:input|select|textarea)\s[^>]*>/g)].map(([tag]) => tag);
    const fields = inputs.flatMap((tag) => {
      const name = attribute(tag, 'name');
      return name === undefined ? [] : [[name, unescaped(attribute(tag, 'value') ?? '')] as const];
    });
    const steps = [...form.matchAll(/name="step" value="([^"]+)"/g)].map(([, step]) => step!);
    return { action: attribute(form, 'action') ?? '', steps, fields: new Map(fields) };
  });
}

describe('forms of the portal', () => {
  const bank = runningBank(services);

  it(
    'answer a text with U+0000 in any field, or in a JSON text of any field, as the mistake of who sent it',
    async () => {
      const one = await AScenarist.of(bank);
      const { browser } = one.developer;
      const { clientId } = credentialsIn((await one.developer.register()).text);
      const { customerId } = await one.customer({ products: ['euroAccount'] });
      const paths = [
        developerPages.showAccount.path,
        developerPages.showNewClient.path,
        developerPages.showClient.path.replace('{clientId}', clientId),
        certificatePages.showCertificates.path.replace('{clientId}', clientId),
        scenarioPages.showScenarios.path,
        customerEditorPages.showSandboxCustomers.path,
        customerEditorPages.showSandboxCustomer.path.replace('{customerId}', customerId),
        receiverPages.showReceiver.path.replace('{clientId}', clientId),
        consolePages.showConsole.path,
        ...[aisPis.createConsent, aisPis.readConsentsMetadata, aisPis.createPayment, aisPis.listAccounts].map(({ id }) =>
          consolePages.showConsoleOperation.path.replace('{operationId}', id),
        ),
      ];
      const tried = new Set<string>();
      for (const path of paths) {
        for (const { action, steps, fields } of formsIn((await browser.open(path)).text))
          for (const step of steps)
            for (const field of fields.keys()) {
              if (['csrf', 'step', 'image'].includes(field) || tried.has(`${step} ${field}`)) continue;
              tried.add(`${step} ${field}`);
              for (const text of ['a\0b', String.raw`{"kid":"a\u0000b"}`, String.raw`{"kid":"a\ud800b"}`]) {
                const sent = new URLSearchParams([...fields, ['step', step]]);
                sent.set(field, text);
                const { status } = await browser.open(action || path, sent);
                expect([path, step, field, text, status < 500]).toEqual([path, step, field, text, true]);
                if (text === 'a\0b' && step !== 'send') expect([path, step, field, status]).toEqual([path, step, field, 400]);
              }
            }
      }
      for (const each of ['register jwks', 'save data', 'make-key name', 'receive debtorName', 'send body'])
        expect([each, tried.has(each)]).toEqual([each, true]);
    },
    slowMs,
  );

  it(
    'say at the field of the keys what is wrong with their text',
    async () => {
      const { developer } = await AScenarist.of(bank);
      const register = (jwks: string) => developer.register({ authMethod: 'private_key_jwt', jwks });
      for (const [jwks, says] of [
        [String.raw`{"kty":"EC","kid":"a\u0000b"}`, 'U+0000'],
        [String.raw`{"kty":"EC","kid":"a\ud800b"}`, 'half a surrogate pair'],
        ['{"keys":[],"keys":[]}', 'names &quot;keys&quot; twice'],
        ['[1]', 'This is no JSON object'],
      ] as const) {
        const { status, text } = await register(jwks);
        expect([jwks, status, /<[^>]* id="jwks-fault"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([jwks, 422, expect.stringContaining(says)]);
      }
    },
    slowMs,
  );
});
