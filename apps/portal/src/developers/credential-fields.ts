import { html, type Html } from '@open-banking/pages';

const minPassword = 12;

/** A fault of a typed address or password. */
export interface CredentialFault {
  readonly field: 'email' | 'password';
  readonly says: string;
}

/** The first fault of an address and a password that are to be new; undefined where there is none. */
export function newCredentialFault({
  email,
  password,
}: {
  readonly email?: string;
  readonly password?: string;
}): CredentialFault | undefined {
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    return { field: 'email', says: 'Type an e-mail address, such as you@example.com.' };
  if (password !== undefined && password.length < minPassword)
    return { field: 'password', says: `Choose a password of at least ${minPassword} characters.` };
  return undefined;
}

const mark = (field: CredentialFault['field'], fault: CredentialFault | undefined): Html | false =>
  fault?.field === field && html`aria-invalid="true" aria-describedby="${field}-fault"`;
const faultText = (field: CredentialFault['field'], fault: CredentialFault | undefined): Html | false =>
  fault?.field === field && html`<span class="fault" id="${field}-fault">${fault.says}</span>`;

export const emailField = (email: string, fault?: CredentialFault): Html =>
  html`<label><span>E-mail address</span><input name="email" type="email" value="${email}" required autocomplete="username" ${mark('email', fault)}>${faultText('email', fault)}</label>`;

export const passwordField = (kind: 'current-password' | 'new-password', fault?: CredentialFault, label = 'Password'): Html =>
  html`<label><span>${label}</span><input name="password" type="password" required autocomplete="${kind}" ${mark('password', fault)}>${faultText('password', fault)}${kind === 'new-password' && html`<small>At least ${minPassword} characters.</small>`}</label>`;
