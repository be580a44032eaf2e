import { clientLogoPages } from '@open-banking/spec';
import { html, type Html } from './html.js';
import type { Locale } from './locale.js';

/** A client's logo beside its name, where an operator has approved one. A page that shows it says so to `pagePolicy`. */
export const clientLogo = (logo: string | null | undefined, clientName: string, { thirdParty }: Locale): Html | false =>
  typeof logo === 'string' &&
  html`<img class="client-logo" src="${clientLogoPages.showClientLogo.path.replace('{logo}', `${logo}.png`)}" width="56" height="56" loading="lazy" alt="${thirdParty.logo(clientName)}">`;
