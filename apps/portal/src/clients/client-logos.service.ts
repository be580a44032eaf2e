import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import { developerClientsContracts, type OwnLogo } from '@open-banking/contracts';
import { Refusal } from '@open-banking/messages';

/** Logos of developers' clients, which ais-pis keeps. Another developer's client is one that does not exist. */
@Injectable()
export class ClientLogosService {
  constructor(private readonly calls: InternalCalls) {}

  async list(developerId: string, clientId: string): Promise<readonly OwnLogo[]> {
    const params = { developerId, clientId };
    return (await this.calls.call('ais-pis', developerClientsContracts.readDeveloperClientLogos, { params })) ?? [];
  }

  async find(developerId: string, clientId: string, logo: string): Promise<Buffer> {
    const found = (await this.list(developerId, clientId)).find((one) => one.logo === logo);
    if (!found) throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'This client has no such logo.' }], { clientId, logo });
    return Buffer.from(found.png, 'base64');
  }

  async propose(developerId: string, clientId: string, png: Buffer): Promise<void> {
    const call = { params: { developerId, clientId }, body: { png: png.toString('base64') } };
    await this.calls.call('ais-pis', developerClientsContracts.proposeClientLogo, call);
  }

  async remove(developerId: string, clientId: string): Promise<void> {
    await this.calls.call('ais-pis', developerClientsContracts.removeClientLogos, { params: { developerId, clientId } });
  }
}
