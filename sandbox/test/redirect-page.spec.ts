import { outcomeOf, openRedirectPage } from '../src/tour/redirect-page.js';

describe('the page to which the tour’s customers come back', () => {
  it('thanks for an approval, and not for a refusal', async () => {
    expect(outcomeOf(new URLSearchParams({ code: 'c', state: 's' }))).toMatch(/^Thank you/);
    expect(outcomeOf(new URLSearchParams({ error: 'access_denied', state: 's' }))).toMatch(/^You did not approve/);
    const page = await openRedirectPage();
    try {
      const text = async (query: string) => (await fetch(`${page.redirectUri}?${query}`)).text();
      expect(await text('error=access_denied')).not.toContain('Thank you');
      expect(await text('code=c')).toContain('Thank you');
    } finally {
      page.close();
    }
  });
});
