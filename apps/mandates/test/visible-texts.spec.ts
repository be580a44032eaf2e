import { runningBank } from '@open-banking/testing';
import { aCreditor, aMandate } from './a-mandate.js';

const list = '/v2/mandates';

describe('a text of a mandate that its customer is shown', () => {
  const bank = runningBank(['ais-pis', 'mandates']);

  it.each<[what: string, right: object, wrong: object, path: string, character: string]>([
    ['a creditor’s name', { creditor: { name: 'City Power' } }, { creditor: { name: 'City \u202erewoP' } }, '/creditor/name', '202E'],
    [
      'a reason in words',
      { reason: { proprietary: 'Power at home' } },
      { reason: { proprietary: 'Power\nTo: You' } },
      '/reason/proprietary',
      '000A',
    ],
    [
      'an identification of an account',
      { creditorAccount: { other: { identification: '4711' } } },
      { creditorAccount: { other: { identification: '47\u200b11' } } },
      '/creditorAccount/other/identification',
      '200B',
    ],
  ])('is refused with its field and character: %s', async (_, right, wrong, path, character) => {
    const creditor = await aCreditor(bank);
    expect(await creditor.post(list, aMandate(right))).toAnswer(201);
    expect(await creditor.post(list, aMandate(wrong))).toAnswer(400, {
      tppMessages: [{ code: 'FORMAT_ERROR', path, text: `Must be one line of visible characters, without U+${character}.` }],
    });
  });
});
