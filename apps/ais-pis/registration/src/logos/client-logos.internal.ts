import { Injectable } from '@nestjs/common';
import {
  developerClientsContracts,
  directoryContracts,
  type InternalRequest,
  type LogoPage,
  LogoProposal,
  LogoRefusal,
  LogosQuery,
  type OwnLogo,
  ServesInternal,
} from '@open-banking/contracts';
import { ClientLogosService } from './client-logos.service.js';

/** Logos, for the portal and for operators. */
@Injectable()
export class ClientLogosInternal {
  constructor(private readonly logos: ClientLogosService) {}

  @ServesInternal(developerClientsContracts.proposeClientLogo)
  propose({ params, body }: InternalRequest<LogoProposal>): Promise<undefined> {
    return this.logos.propose(params['developerId']!, params['clientId']!, body.png);
  }

  @ServesInternal(developerClientsContracts.readDeveloperClientLogos)
  ofDeveloper({ params }: InternalRequest): Promise<readonly OwnLogo[]> {
    return this.logos.ofDeveloper(params['developerId']!, params['clientId']!);
  }

  @ServesInternal(developerClientsContracts.removeClientLogos)
  remove({ params }: InternalRequest): Promise<undefined> {
    return this.logos.remove(params['developerId']!, params['clientId']!);
  }

  @ServesInternal(directoryContracts.listClientLogos)
  list({ body }: InternalRequest<LogosQuery>): Promise<LogoPage> {
    return this.logos.list(body);
  }

  @ServesInternal(directoryContracts.readClientLogo)
  read({ params }: InternalRequest): Promise<{ readonly png: string }> {
    return this.logos.read(params['clientId']!, params['logo']!);
  }

  @ServesInternal(directoryContracts.approveClientLogo)
  approve({ operator, params }: InternalRequest): Promise<undefined> {
    return this.logos.approve(params['clientId']!, params['logo']!, operator);
  }

  @ServesInternal(directoryContracts.refuseClientLogo)
  refuse({ operator, params, body }: InternalRequest<LogoRefusal>): Promise<undefined> {
    return this.logos.refuse(params['clientId']!, params['logo']!, body.reason, operator);
  }
}
