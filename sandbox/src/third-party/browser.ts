import { Cookies } from './cookies.js';
import { exchangeForm, type Answered } from './exchange.js';
import { formsOf } from './forms.js';

/** A scripted browser: it keeps cookies, follows redirects within the bank, and submits forms by their buttons. */
export class Browser {
  readonly cookies = new Cookies();
  at: URL;
  /** If false, redirects within the bank are returned too. */
  follows = true;
  seen!: Answered;

  constructor(
    private readonly baseUrl: string,
    private readonly from?: string,
  ) {
    this.at = new URL(baseUrl);
  }

  /** Opens an address. Follows redirects within the bank and returns redirects to other origins. */
  async open(address: string | URL, form?: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
    this.at = new URL(address, this.at);
    const cookie = this.cookies.for(this.at.pathname);
    this.seen = await exchangeForm(this.at.href, {
      method: form ? 'POST' : 'GET',
      form,
      from: this.from,
      headers: {
        accept: 'text/html',
        ...(cookie && { cookie }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    this.cookies.take(this.seen.headers['set-cookie'], this.at.pathname);
    const { location } = this.seen.headers;
    if (!this.follows || typeof location !== 'string' || new URL(location, this.at).origin !== new URL(this.baseUrl).origin)
      return this.seen;
    return this.open(location);
  }

  /** Presses a button and submits its form with the current field values, overridden by `typed`. */
  press(step: string, typed: Readonly<Record<string, string | readonly string[]>> = {}): Promise<Answered> {
    const form = formsOf(this.seen.text).find(({ buttons }) => buttons.some(({ value }) => value === step));
    if (!form) throw new Error(`The page has no button ${step}`);
    const standing = form.fields
      .filter(({ name, type, checked }) => !(name in typed) && ((type !== 'checkbox' && type !== 'radio') || checked))
      .map(({ name, value }) => [name, value]);
    const over = Object.entries(typed).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    return this.open(form.action, new URLSearchParams([...standing, ...over, ['step', step]] as [string, string][]));
  }

  /** Presses a button, and again on the confirmation page. */
  async confirm(step: string): Promise<Answered> {
    await this.press(step);
    if (!formsOf(this.seen.text).some(({ fields }) => fields.some(({ name }) => name === 'confirmed')))
      throw new Error(`The page does not ask to confirm ${step}`);
    return this.press(step);
  }

  /** The query parameters of the redirect to the client. */
  get told(): Record<string, string> {
    return Object.fromEntries(new URL(this.seen.headers['location'] as string).searchParams);
  }
}
