import { Injectable } from '@nestjs/common';
import {
  DeveloperClientRequest,
  developerClientsContracts,
  DeveloperClientsQuery,
  type DeveloperClientView,
  type InternalRequest,
  type NewClient,
  RedirectUrisRequest,
  RotationRequest,
  ServesInternal,
} from '@open-banking/contracts';
import type { CredentialRotation } from '@open-banking/ais-pis-directory';
import { DeveloperClientsService } from './developer-clients.service.js';

/** What the portal asks for developers. */
@Injectable()
export class DeveloperClientsInternal {
  constructor(private readonly clients: DeveloperClientsService) {}

  @ServesInternal(developerClientsContracts.registerDeveloperClient)
  register({ params, body }: InternalRequest<DeveloperClientRequest>): Promise<NewClient> {
    return this.clients.register(params['developerId']!, body);
  }

  @ServesInternal(developerClientsContracts.listDeveloperClients)
  list({ params, body }: InternalRequest<DeveloperClientsQuery>): Promise<readonly DeveloperClientView[]> {
    return this.clients.list(params['developerId']!, body.clientIds);
  }

  @ServesInternal(developerClientsContracts.rotateDeveloperClient)
  rotate({ params, body }: InternalRequest<RotationRequest>): Promise<CredentialRotation> {
    return this.clients.rotate(params['developerId']!, params['clientId']!, body);
  }

  @ServesInternal(developerClientsContracts.changeRedirectUris)
  changeRedirectUris({ params, body }: InternalRequest<RedirectUrisRequest>): Promise<undefined> {
    return this.clients.changeRedirectUris(params['developerId']!, params['clientId']!, body.redirectUris);
  }

  @ServesInternal(developerClientsContracts.removeDeveloperClient)
  remove({ params }: InternalRequest): Promise<undefined> {
    return this.clients.remove(params['developerId']!, params['clientId']!);
  }
}
