import { exchangeForm, type HttpResponse } from '@open-banking/operator-client';
import { Cookies } from './cookies.js';
import { formsOf, titleOf, type Form } from './forms.js';

/** A scripted browser: it keeps cookies, follows redirects within the bank, and submits forms by their buttons. */
export class Browser {
  readonly cookies = new Cookies();
  url: URL;
  /** If false, redirects within the bank are returned too. */
  followsRedirects = true;
  response!: HttpResponse;

  constructor(
    private readonly baseUrl: string,
    private readonly from?: string,
  ) {
    this.url = new URL(baseUrl);
  }

  /** Opens an address. Follows redirects within the bank and returns redirects to other origins. */
  async open(address: string | URL, form?: URLSearchParams, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    this.url = new URL(address, this.url);
    const cookie = this.cookies.for(this.url.pathname);
    this.response = await exchangeForm(this.url.href, {
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
    this.cookies.take(this.response.headers['set-cookie'], this.url.pathname);
    const { location } = this.response.headers;
    if (!this.followsRedirects || typeof location !== 'string' || new URL(location, this.url).origin !== new URL(this.baseUrl).origin)
      return this.response;
    return this.open(location);
  }

  /** The form of a button. Throws if the page has none. */
  formWith(step: string): Form {
    const { status, text } = this.response;
    const form = formsOf(text).find(({ buttons }) => buttons.some(({ value }) => value === step));
    if (!form) throw new Error(`The page "${titleOf(text)}" (${status}) has no button ${step}`);
    return form;
  }

  /** Presses a button and submits its form with the current field values, overridden by `typed`. */
  press(step: string, typed: Readonly<Record<string, string | readonly string[]>> = {}): Promise<HttpResponse> {
    const form = this.formWith(step);
    const standing = form.fields
      .filter(({ name, type, checked }) => !(name in typed) && ((type !== 'checkbox' && type !== 'radio') || checked))
      .map(({ name, value }) => [name, value]);
    const over = Object.entries(typed).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    return this.open(form.action, new URLSearchParams([...standing, ...over, ['step', step]] as [string, string][]));
  }

  /** Presses a button, and again on the confirmation page. */
  async confirm(step: string): Promise<HttpResponse> {
    await this.press(step);
    if (!formsOf(this.response.text).some(({ fields }) => fields.some(({ name }) => name === 'confirmed')))
      throw new Error(`The page does not ask to confirm ${step}`);
    return this.press(step);
  }

  /** The query parameters of the redirect to the client. */
  get redirectParameters(): Record<string, string> {
    return Object.fromEntries(new URL(this.response.headers['location'] as string).searchParams);
  }
}
