import { html, type Html } from './html.js';

/** Reads from the left whatever surrounds it; an IBAN as people read it, in fours (ISO 13616). */
export const accountNumber = (number: string): Html =>
  html`<bdi dir="ltr">${iban.test(number) ? number.replace(/(.{4})(?=.)/g, '$1 ') : number}</bdi>`;

const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/;
