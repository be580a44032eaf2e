import { exchange, exchangeForm, type HttpResponse } from '@open-banking/operator-client';
import { formsOf } from './forms.js';

const textAt = (page: string, before: string): string | undefined => {
  const start = page.indexOf(before);
  return start < 0 ? undefined : page.slice(start + before.length, page.indexOf('"', start + before.length)).replaceAll('&amp;', '&');
};

/** The address at which a page that waits for the bank's app polls; undefined for any other page. */
export const watchAddressOf = (page: string): string | undefined => textAt(page, 'data-waits="');

/** Approves in the app that the sandbox plays, if the page links to one. An app on a customer's telephone is not ours to answer. */
export async function approveInPlayedApp(page: string): Promise<void> {
  const address = textAt(page, '<a id="app" href="');
  if (address === undefined) return;
  const form = formsOf((await exchange(address)).text).find(({ buttons }) => buttons.some(({ value }) => value === 'approve'));
  if (!form) throw new Error(`The app at ${address} does not offer to approve`);
  const fields = new URLSearchParams([...form.fields.map(({ name, value }): [string, string] => [name, value]), ['step', 'approve']]);
  const { status } = await exchangeForm(new URL(form.action, address).href, { method: 'POST', form: fields });
  if (status !== 303) throw new Error(`The app at ${address} answered ${status}`);
}

/** The response to the page's script. */
export const isWaiting = ({ status, body }: HttpResponse): boolean => status === 200 && (body as { state: string }).state === 'waiting';
