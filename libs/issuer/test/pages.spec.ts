import { hash } from 'node:crypto';
import { approvalPage, type ConsentFacts, html, languageOf, languages, pagePolicy, signInPage, themeOf } from '@open-banking/pages';

const frame = { language: 'en' as const, theme: themeOf({ bankName: 'Demo Bank' }), sandbox: false, switchable: true };
const form = { leave: 'Back', lead: '<b onclick="x">&\'', soft: [], action: '/interaction/1', csrf: 'c' };
const offer = {
  service: 'cards' as const,
  kind: 'card',
  resourceId: '1',
  key: 'cards:1',
  name: 'Gold',
  number: '4580',
  currency: 'ILS',
  rule: 'any' as const,
  permissions: ['accounts' as const],
};
const facts: ConsentFacts = {
  kind: 'consent',
  access: 'offered',
  choose: 'some',
  rights: ['accounts', 'balances'],
  offers: [offer],
  recurring: true,
  frequencyPerDay: 4,
  validUntil: '2027-03-20',
  second: false,
  unavailable: [],
};
const approval = (change: Partial<ConsentFacts>, code?: string) =>
  approvalPage(frame, {
    ...form,
    clientName: 'Budget',
    timeZone: 'Asia/Jerusalem',
    view: {
      customerName: 'Dana',
      about: 'h',
      facts: { ...facts, ...change },
      codeExpiresAt: new Date('2026-11-21T12:00:00Z'),
      shownCode: code,
    },
  });

describe('a page', () => {
  it('escapes inserted values, and nothing else', () => {
    expect(html`<p title="${'"<&>\''}">${[html`<b>${'<i>'}</b>`, false, undefined, 1]}</p>`.text).toBe(
      '<p title="&quot;&lt;&amp;&gt;&#39;"><b>&lt;i&gt;</b>1</p>',
    );
    expect(signInPage(frame, form)).not.toContain('<b onclick');
  });

  it('contains the one style that its policy allows, and no script', () => {
    const text = signInPage(frame, { ...form, lead: 'Budget' });
    const style = /<style>([^]*?)<\/style>/.exec(text)![1]!;
    expect(pagePolicy(frame)['content-security-policy']).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
    expect(text).not.toMatch(/<script| on[a-z]+=|style="/);
  });

  it('allows its form to lead only to the bank and to the requesting client', () => {
    expect(pagePolicy(frame, { redirectUri: 'https://tpp.example/back?x=1' })['content-security-policy']).toContain(
      "form-action 'self' https://tpp.example;",
    );
    expect(pagePolicy(frame, { redirectUri: 'com.example.app:/back' })['content-security-policy']).toContain(
      "form-action 'self' com.example.app:;",
    );
    expect(pagePolicy(frame)['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it("uses the selected language, then the browser's, then English", () => {
    expect(languageOf('he', 'en-GB')).toBe('he');
    expect(languageOf('xx', 'fr, he-IL;q=0.8, en;q=0.5')).toBe('he');
    expect(languageOf(undefined, 'fr')).toBe('en');
    for (const language of languages)
      expect(signInPage({ ...frame, language }, form)).toContain(`<html lang="${language}" dir="${language === 'en' ? 'ltr' : 'rtl'}">`);
  });
});

describe('the page of an approval', () => {
  it('shows the client, the requested access, its duration and frequency, and the cost', () => {
    const text = approval({});
    for (const said of ['Budget', 'Balances', '20 March 2027', 'up to 4 times a day', 'None', 'Signed in as']) expect(text).toContain(said);
    expect(text).not.toContain('Transactions');
  });

  it('lets the customer choose only if the consent leaves the choice', () => {
    expect(approval({})).toContain('type="checkbox" name="account" value="cards:1"');
    expect(approval({ access: 'named', choose: 'none' })).not.toContain('type="checkbox"');
  });

  it('cannot be answered while a service is unavailable or if access is blocked; the way back is always offered', () => {
    expect(approval({})).toContain('value="approve"');
    const partial = approval({ unavailable: ['cards'] });
    expect(partial).not.toContain('value="approve"');
    expect(partial).toContain('value="leave-out"');
    const blocked = approval({ blocked: 'accounts' });
    expect(blocked).not.toContain('value="approve"');
    expect(blocked).not.toContain('Gold');
    for (const text of [partial, blocked, approval({})]) expect(text).toContain('value="cancel"');
  });

  it('shows the code in the sandbox only', () => {
    expect(approval({}, '123456')).toContain('value="123456"');
    expect(approval({})).not.toMatch(/name="code"[^>]*value="\d/);
  });
});
