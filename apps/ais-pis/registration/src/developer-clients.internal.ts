import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { developerClientsInternal } from '@open-banking/spec';
import {
  type CredentialRotation,
  type NewClient,
  DeveloperClientRequest,
  DeveloperClientsQuery,
  RedirectUrisRequest,
  RotationRequest,
  type DeveloperClientView,
} from '@open-banking/ais-pis-directory';
import { DeveloperClientsService } from './developer-clients.service.js';

/** What the portal asks for developers. */
@Injectable()
export class DeveloperClientsInternal {
  constructor(private readonly clients: DeveloperClientsService) {}

  @ServesInternal(developerClientsInternal.registerDeveloperClient, { body: DeveloperClientRequest })
  register({ params, body }: InternalRequest<DeveloperClientRequest>): Promise<NewClient> {
    return this.clients.register(params['developerId']!, body);
  }

  @ServesInternal(developerClientsInternal.listDeveloperClients, { body: DeveloperClientsQuery })
  list({ params, body }: InternalRequest<DeveloperClientsQuery>): Promise<readonly DeveloperClientView[]> {
    return this.clients.list(params['developerId']!, body.clientIds);
  }

  @ServesInternal(developerClientsInternal.rotateDeveloperClient, { body: RotationRequest })
  rotate({ params, body }: InternalRequest<RotationRequest>): Promise<CredentialRotation> {
    return this.clients.rotate(params['developerId']!, params['clientId']!, body);
  }

  @ServesInternal(developerClientsInternal.changeRedirectUris, { body: RedirectUrisRequest })
  changeRedirectUris({ params, body }: InternalRequest<RedirectUrisRequest>): Promise<undefined> {
    return this.clients.changeRedirectUris(params['developerId']!, params['clientId']!, body.redirectUris);
  }

  @ServesInternal(developerClientsInternal.removeDeveloperClient)
  remove({ params }: InternalRequest): Promise<undefined> {
    return this.clients.remove(params['developerId']!, params['clientId']!);
  }
}
