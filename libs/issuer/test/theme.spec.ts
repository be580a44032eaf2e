import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagePage, pagePolicy, themeOf } from '@open-banking/pages';
import { temporaryFolder } from '@open-banking/testing';

const logo = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const folder = temporaryFolder();
const file = join(folder.path, 'theme.json');
afterAll(() => folder.remove());
const themed = (content: string | object) => {
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return themeOf({ bankName: 'Demo Bank', themeFile: file });
};
const refusal = (content: string | object): string[] => {
  try {
    themed(content);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').map((line) => line.replace(`THEME_FILE ${file}: `, ''));
  }
};

describe('a theme file', () => {
  it('gives the pages the name, logo, colours and links of the bank, and a policy that allows exactly these', () => {
    const theme = themed({
      bankName: 'Bank of the Orchard',
      logo,
      colours: { light: { brand: '#7a1f3d' } },
      links: { help: 'https://bank.example/help' },
    });
    const frame = { language: 'en', theme, sandbox: false, switchable: true } as const;
    const text = messagePage(frame, 'Title', 'Text');
    const policy = pagePolicy(frame)['content-security-policy'];
    expect(text).toContain('<strong>Bank of the Orchard</strong>');
    expect(text).toContain(`<img src="data:image/png;base64,${logo}" alt="">`);
    expect(text).toContain('--brand:#7a1f3d');
    expect(text).toContain('<a href="https://bank.example/help" target="_blank" rel="noopener">Help</a>');
    expect(text).not.toContain('Privacy');
    expect(policy).toContain(`'sha256-${hash('sha256', /<style>([^]*?)<\/style>/.exec(text)![1]!, 'base64')}'; img-src data:;`);
  });

  it('may leave everything out: the pages then look as they do without one, and load no picture', () => {
    expect(themed({})).toEqual(themeOf({ bankName: 'Demo Bank' }));
    const frame = { language: 'en', theme: themed({}), sandbox: false, switchable: true } as const;
    expect(pagePolicy(frame)['content-security-policy']).not.toContain('img-src');
  });

  it('is refused with every place that is wrong and what would be right', () => {
    expect(
      refusal({
        bankName: '',
        logo: 'PHN2Zz4=',
        colours: { light: { brand: 'red' }, twilight: {} },
        links: { help: 'http://bank.example', imprint: 'https://bank.example' },
      }),
    ).toEqual([
      'bankName must be a text of 1 to 60 characters; it is ""',
      'logo must be a PNG of at most 24 KiB in base64; it is "PHN2Zz4="',
      'colours.twilight is not known here; names are among light, dark',
      'colours.light.brand must be a colour such as "#0b4f6c"; it is "red"',
      'links.imprint is not known here; names are among help, privacy, accessibility',
      'links.help must be an address that begins with https://; it is "http://bank.example"',
    ]);
    expect(refusal('{"bankName": "A", "bankName": "B"}')).toEqual(['"bankName" stands twice in one object']);
    expect(refusal('{')[0]).toContain('the file is not JSON');
    expect(refusal('[]')[0]).toContain('the file must be an object');
    rmSync(file);
    expect(() => themeOf({ bankName: 'Demo Bank', themeFile: file })).toThrow('the file cannot be read (ENOENT)');
  });

  it('is refused where its colours could not be read together', () => {
    expect(refusal({ colours: { dark: { ink: '#172133' } } })).toEqual([
      'colours.dark: text of ink (#172133) on card (#172133) has a contrast of 1.00; it needs 4.5',
      'colours.dark: text of ink (#172133) on ground (#0e1624) has a contrast of 1.12; it needs 4.5',
      'colours.dark: text of ink (#172133) on tint (#22364a) has a contrast of 1.30; it needs 4.5',
    ]);
    expect(refusal({ colours: { light: { brand: '#7a1f3d' }, dark: { brand: '#ff9db8' } } })).toEqual([]);
  });
});
