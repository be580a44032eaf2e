import { IsFormat, IsListOf, IsText } from '@open-banking/http/field.decorator';
import { developerClientsInternal } from '@open-banking/spec';
import Type from 'typebox';
import { contracts, type Shape } from './contract.js';
import { Outages } from './introspection.contracts.js';
import { oneOf } from './schemas.js';
import { ClientRequest, ClientView, CredentialRotation, NewClient, IsRedirectUris, RotationRequest } from './clients.contracts.js';

/** A developer's request to register a client, with the id that the portal has chosen and keeps beside the developer. */
export class DeveloperClientRequest extends ClientRequest {
  @IsFormat('uuid') readonly clientId!: string;
}

/** Those of a developer's clients that the portal wants to show. */
export class DeveloperClientsQuery {
  @IsListOf(IsFormat('uuid'), { max: 500 }) readonly clientIds!: string[];
}

/** The addresses to which a client's customers return from now on. */
export class RedirectUrisRequest {
  @IsRedirectUris() readonly redirectUris!: string[];
}

const base64Characters = 400_000;

/** A logo as the portal has encoded it. */
export class LogoProposal {
  @IsText({ min: 1, max: base64Characters }) readonly png!: string;
}

/** A client as its developer sees it: with its public keys, and the outages that a scenario of the sandbox simulates for it. */
export const DeveloperClientView = Type.Object({
  ...ClientView.properties,
  jwks: Type.Optional(Type.Object({})),
  outages: Type.Optional(Outages),
});
export type DeveloperClientView = Shape<typeof DeveloperClientView>;

/** A logo as its developer sees it. */
export const OwnLogo = Type.Object({
  logo: Type.String(),
  status: oneOf('proposed', 'approved', 'refused'),
  proposedAt: Type.String(),
  reason: Type.Optional(Type.String()),
  /** In base64. */
  png: Type.String(),
});
export type OwnLogo = Shape<typeof OwnLogo>;

export const developerClientsContracts = contracts(developerClientsInternal, {
  registerDeveloperClient: { body: DeveloperClientRequest, response: NewClient },
  listDeveloperClients: { body: DeveloperClientsQuery, response: Type.Array(DeveloperClientView) },
  rotateDeveloperClient: { body: RotationRequest, response: CredentialRotation },
  changeRedirectUris: { body: RedirectUrisRequest },
  removeDeveloperClient: {},
  proposeClientLogo: { body: LogoProposal },
  readDeveloperClientLogos: { response: Type.Array(OwnLogo) },
  removeClientLogos: {},
});
