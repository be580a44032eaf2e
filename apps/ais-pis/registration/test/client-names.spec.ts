import { addClient, registeredClients, runningBank } from '@open-banking/testing';
import { register } from '@open-banking/ais-pis-testing/a-registration';

const redirect_uris = ['https://tpp.example/back'];

describe('the name of a client', () => {
  const bank = runningBank(['ais-pis']);
  const registered = (client_name: unknown) => register(bank, { client_name, redirect_uris });

  it.each([
    'Budget',
    'Budget <3',
    'Foreign & Söhne, "Ltd"',
    'תקציב ביתי',
    'Бюджет',
    'Ταμείο',
    'ميزانية',
    'Crédit Agricole',
    'Société d’Épargne',
    'Cafe\u0301',
    'Tiền & Ngân',
    'תקציב Budget 24',
    'Demo',
    'Demobilis',
    'Bankomat',
    'My bank of demos',
    'שַׁלְוָה',
  ])('%s is accepted unchanged', async (name) => {
    expect(await registered(name)).toAnswer(201, { client_name: name });
  });

  it.each<[what: string, name: string, says: string]>([
    ['is blank', '   ', 'at least one letter'],
    ['consists of punctuation only', '...', 'at least one letter'],
    ['begins with a space', ' Budget', 'begin or end with a space'],
    ['has a no-break space', 'My\u00a0Budget', 'U+00A0'],
    ['has an override of direction', 'Budget \u202egnikna\u202c', 'U+202E'],
    ['has a direction isolate', '\u2066Budget\u2069', 'U+2066'],
    ['has a direction mark', 'Bud\u200fget', 'U+200F'],
    ['has a line feed', 'Budget\nApproved', 'U+000A'],
    ['has an escape', 'Bud\u001bget', 'U+001B'],
    ['has a zero-width joiner', 'Bud\u200dget', 'U+200D'],
    ['has a zero-width space', 'Bud\u200bget', 'U+200B'],
    ['has a soft hyphen', 'Bud\u00adget', 'U+00AD'],
    ['has an invisible letter', 'Bud\u3164get', 'U+3164'],
    ['has a tag', 'Budget\u{e0041}', 'U+E0041'],
    ['has a private-use character', 'Bud\ue000get', 'U+E000'],
    ['has a symbol', 'Budget ✅', 'U+2705'],
    ['has mathematical letters', '𝐁udget', 'U+1D401'],
    ['has full-width letters', 'Ｂudget', 'U+FF22'],
    ['has a letter of an unsupported alphabet', 'Ꭰudget', 'U+13A0'],
    ['has a strike-through mark', 'Bu\u0336dget', 'U+0336'],
    ['mixes alphabets in a word', 'Вudget', 'different alphabets in one word (U+0412'],
    ["is the bank's name", 'Demo Bank', 'name of this bank'],
    ["is the bank's name without a space", 'demobank', 'name of this bank'],
    ["contains the bank's name", 'The Demo Bank App', 'name of this bank'],
    ["contains the bank's name within a word", 'MyDemoBanking', 'name of this bank'],
    ["is the bank's name with separators", 'D.e.m.o - B a n k', 'name of this bank'],
    ["is the bank's name with accents", 'Dèmö Bânķ', 'name of this bank'],
    ["is the bank's name with digits for letters", 'D3m0 8ank', 'name of this bank'],
    ["is the bank's name with symbols for letters", 'Demo B@nk', 'name of this bank'],
    ["is the bank's name with two letters for one", 'Derno Bank', 'name of this bank'],
    ["is the bank's name with Cyrillic look-alikes", 'DEMO ВАNК', 'different alphabets'],
    ["is the bank's name with strokes", 'Đemø Bank', 'name of this bank'],
  ])('that %s is refused', async (_, name, message) => {
    expect(await registered(name)).toAnswer(400, {
      error: 'invalid_client_metadata',
      error_description: expect.stringMatching(new RegExp(`^client_name: .*${message.replace(/[()+]/g, '\\$&')}`)) as unknown,
    });
    await expect(addClient(bank.operator, { name, roles: ['PSP_AI'], redirectUri: redirect_uris[0]! })).rejects.toThrow(message);
  });

  it('is required only if the client has redirect URIs', async () => {
    for (const client_name of [undefined, null, '']) {
      expect(await registered(client_name)).toAnswer(400, {
        error: 'invalid_client_metadata',
        error_description: expect.stringContaining('client_name: is required with redirect_uris') as unknown,
      });
    }
    expect(await registered('Budget')).toAnswer(201);
    expect(await register(bank, {})).toAnswer(201, { redirect_uris: [], grant_types: ['client_credentials'] });
  });

  it('is listed for operators with a mark for self-registered clients', async () => {
    const { body } = await registered('By itself');
    const added = await addClient(bank.operator, { name: 'By an operator', roles: ['PSP_AI'], redirectUri: redirect_uris[0]! });
    const clients = await registeredClients(bank.operator);
    const clientById = (id: string) => clients.find(({ clientId }) => clientId === id);
    expect(clientById((body as { client_id: string }).client_id)).toMatchObject({ name: 'By itself', registeredItself: true });
    expect(clientById(added.clientId)).toMatchObject({ name: 'By an operator', registeredItself: false });
  });
});
