import { takesClientsOnLoopback } from '@open-banking/http';
import { receiverPages } from '@open-banking/spec';

/** A program of a third party that waits at this machine for the customer's return, as those of the guides do. */
const ownProgram = 'http://127.0.0.1:3000/back';

/**
 * The redirect URIs of a first client, the one to begin with first: the portal's page that shows the bank's answer, where the bank takes
 * that address, and a program at the developer's machine.
 */
export function firstRedirectUris(bank: { readonly sandbox: boolean; readonly baseUrl: string }, portalUrl: string): readonly string[] {
  const isTaken = portalUrl.startsWith('https:') || takesClientsOnLoopback({ ...bank, baseUrl: portalUrl });
  return isTaken ? [portalUrl + receiverPages.showReturn.path, ownProgram] : [ownProgram];
}
