import { Injectable } from '@nestjs/common';
import { ServesInternal, type InternalRequest } from '@open-banking/http';
import { directoryInternal } from '@open-banking/spec';
import { ClientRemovalService } from './client-removal.service.js';

/** Removes a client on an operator's request. */
@Injectable()
export class ClientRemovalInternal {
  constructor(private readonly removal: ClientRemovalService) {}

  @ServesInternal(directoryInternal.removeClient)
  removeClient({ operator, params }: InternalRequest): Promise<undefined> {
    return this.removal.remove(params['clientId']!, { operator });
  }
}
