import { nonEmptyLines, pastedKeys, type FieldFaults } from './client-request.js';
import type { FinishRotationForm, NewClientForm, RotateKeysForm, RotateSecretForm, RotateSubjectForm } from './client.forms.js';
import type { ClientDetails, DeveloperClientsService } from '../developer-clients/developer-clients.service.js';

const noRedirect = 'At least one is needed: customers return there.';

/** The client's details from the form, with only the credential of the chosen method. */
export function detailsOf(form: NewClientForm): (ClientDetails & { readonly authMethod: string }) | { readonly faults: FieldFaults } {
  const { name, role: roles, authMethod } = form;
  const redirectUris = nonEmptyLines(form.redirectUris);
  const credential = credentialOf(form);
  const faults = {
    ...(roles.length === 0 && { roles: ['Tick at least one.'] }),
    ...(redirectUris.length === 0 && { redirectUris: [noRedirect] }),
    ...('faults' in credential && credential.faults),
  };
  if (Object.keys(faults).length > 0 || 'faults' in credential) return { faults };
  return { name, roles, redirectUris, authMethod, ...credential };
}

function credentialOf(form: NewClientForm): Pick<ClientDetails, 'jwks' | 'jwksUri' | 'tlsSubject'> | { readonly faults: FieldFaults } {
  const { authMethod, jwksUri, tlsSubject } = form;
  if (authMethod === 'tls_client_auth') return tlsSubject === '' ? {} : { tlsSubject };
  if (authMethod !== 'private_key_jwt') return {};
  const address = jwksUri === '' ? {} : { jwksUri };
  if (form.jwks === '') return address;
  const keys = pastedKeys(form.jwks);
  return 'faults' in keys ? keys : { ...keys, ...address };
}

type Changes = Parameters<DeveloperClientsService['rotate']>[2];

export function changesOf(
  form: RotateSecretForm | RotateKeysForm | RotateSubjectForm | FinishRotationForm,
): NonNullable<Changes> | { readonly faults: FieldFaults } {
  if (form.step === 'finish-rotation') return { finish: true };
  const keep = form.keep === '' ? {} : { keep: form.keep };
  if (form.step === 'rotate-secret') return keep;
  if (form.step === 'rotate-subject') return { ...keep, tlsSubject: form.tlsSubject };
  return { ...keep, ...pastedKeys(form.jwks) };
}

/** The redirect URIs of a form. */
export function redirectUrisOf(text: string): readonly string[] | { readonly faults: FieldFaults } {
  const redirectUris = nonEmptyLines(text);
  return redirectUris.length === 0 ? { faults: { redirectUris: [noRedirect] } } : redirectUris;
}
