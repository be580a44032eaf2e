import { reportedPage, themeOf, type Frame } from '../src/index.js';
import { languages } from '../src/locale.js';

const help = 'https://bank.example/help';

describe('the way to the bank on a page', () => {
  const frame = (language: Frame['language'], links: Frame['theme']['links']): Frame => ({
    language,
    theme: { ...themeOf({ bankName: 'Bank' }), links },
    sandbox: false,
    switchable: true,
  });

  it.each(languages)('is a link where the theme names one, and in %s no sentence without it', (language) => {
    const [linked, silent] = [reportedPage(frame(language, { help })), reportedPage(frame(language, {}))];
    expect(linked).toMatch(new RegExp(`<p class="contact">[^<]{20,}<a href="${help}"`));
    expect(silent).not.toContain('class="contact"');
    expect(silent).toContain('class="notice done"');
  });
});
