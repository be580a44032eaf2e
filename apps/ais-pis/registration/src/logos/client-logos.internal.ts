import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { developerClientsInternal, directoryInternal } from '@open-banking/spec';
import { LogoProposal, LogoRefusal, LogosQuery, type LogoPage, type OwnLogo } from './client-logos.messages.js';
import { ClientLogosService } from './client-logos.service.js';

/** Logos, for the portal and for operators. */
@Injectable()
export class ClientLogosInternal {
  constructor(private readonly logos: ClientLogosService) {}

  @ServesInternal(developerClientsInternal.proposeClientLogo, { body: LogoProposal })
  propose({ params, body }: InternalRequest<LogoProposal>): Promise<undefined> {
    return this.logos.propose(params['developerId']!, params['clientId']!, body.png);
  }

  @ServesInternal(developerClientsInternal.readDeveloperClientLogos)
  ofDeveloper({ params }: InternalRequest): Promise<readonly OwnLogo[]> {
    return this.logos.ofDeveloper(params['developerId']!, params['clientId']!);
  }

  @ServesInternal(developerClientsInternal.removeClientLogos)
  remove({ params }: InternalRequest): Promise<undefined> {
    return this.logos.remove(params['developerId']!, params['clientId']!);
  }

  @ServesInternal(directoryInternal.listClientLogos, { body: LogosQuery })
  list({ body }: InternalRequest<LogosQuery>): Promise<LogoPage> {
    return this.logos.list(body);
  }

  @ServesInternal(directoryInternal.readClientLogo)
  read({ params }: InternalRequest): Promise<{ readonly png: string }> {
    return this.logos.read(params['clientId']!, params['logo']!);
  }

  @ServesInternal(directoryInternal.approveClientLogo)
  approve({ operator, params }: InternalRequest): Promise<undefined> {
    return this.logos.approve(params['clientId']!, params['logo']!, operator);
  }

  @ServesInternal(directoryInternal.refuseClientLogo, { body: LogoRefusal })
  refuse({ operator, params, body }: InternalRequest<LogoRefusal>): Promise<undefined> {
    return this.logos.refuse(params['clientId']!, params['logo']!, body.reason, operator);
  }
}
