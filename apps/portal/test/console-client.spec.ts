import { consolePages, developerPages } from '@open-banking/spec';
import { Browser, ownAddress, runningBank } from '@open-banking/testing';
import { ADeveloper } from './a-developer.js';

describe("the client of a developer's console", () => {
  const bank = runningBank();
  const example = consolePages.showConsoleOperation.path.replace('{operationId}', 'createPayment');
  const clientsOf = async (developer: ADeveloper) => {
    const { text } = await developer.browser.open(developerPages.showDeveloper.path);
    return [...text.matchAll(/href="(\/developer\/clients\/[0-9a-f-]{36})"/g)].map(([, path]) => path!);
  };
  /** Sends the example of a payment as often as given, at once. */
  const atOnce = async (developer: ADeveloper, times: number) => {
    const { text } = await developer.browser.open(example);
    const csrf = /name="csrf" value="([^"]+)"/.exec(text)![1]!;
    const form = () => new URLSearchParams({ csrf, step: 'send', login: '', body: '{}', '{payment-product}': 'sepa-credit-transfers' });
    const cookie = developer.browser.cookies.for('/');
    const answers = await Promise.all(
      Array.from({ length: times }, () => new Browser(bank.baseUrl, ownAddress()).open(example, form(), { cookie })),
    );
    return answers.map(({ status, text: page }) => [status, /<span class="badge (?:ok|bad)">(\d+)</.exec(page)?.[1]]);
  };
  const refused = [200, '400'];

  it('is one, however many pages need it first at the same moment, and so is the one that replaces it', async () => {
    const developer = await ADeveloper.signedIn(bank);
    expect(await clientsOf(developer)).toEqual([]);
    expect(await atOnce(developer, 4)).toEqual([refused, refused, refused, refused]);
    const [first, ...others] = await clientsOf(developer);
    expect(others).toEqual([]);
    await developer.browser.open(first!);
    await developer.browser.confirm('remove');
    expect(await clientsOf(developer)).toEqual([]);
    expect(await atOnce(developer, 4)).toEqual([refused, refused, refused, refused]);
    const replaced = await clientsOf(developer);
    expect(replaced).toHaveLength(1);
    expect(replaced).not.toEqual([first]);
  });
});
