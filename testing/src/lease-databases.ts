import { asAdmin } from '@open-banking/database';
import { databaseName, provision, type ServiceDatabase } from '@open-banking/postgres-server';
import type { Databases } from '@open-banking/installation/databases';
import { services, type Service } from '@open-banking/spec';
import pg from 'pg';

const quoted = (name: string): string => pg.escapeIdentifier(name);
const ofEach = <T>(of: (service: Service) => Promise<T>): Promise<Record<Service, T>> =>
  Promise.all(services.map(async (service) => [service, await of(service)] as const)).then(
    (all) => Object.fromEntries(all) as Record<Service, T>,
  );

/**
 * The databases of several banks on one server: those of a template bank, with roles of their own, and copies of them. The roles are the
 * server's, and all copies share those of the template. Like other databases of tests, copies stay until the server goes.
 *
 * A bank has copies for its services. The databases of the other services have the demo bank's data, no test changes them, and all banks
 * share them: a copy of all seven is 4,000 files, and took half of the processor time of a start.
 */
export class LeaseDatabases {
  readonly #shared = new Map<Service, Promise<Databases[Service]>>();

  private constructor(
    private readonly adminUrl: string,
    private readonly templates: Readonly<Record<Service, ServiceDatabase>>,
  ) {}

  static async make(adminUrl: string): Promise<LeaseDatabases> {
    return new LeaseDatabases(adminUrl, await ofEach((service) => provision(adminUrl, service)));
  }

  /** The first start of a bank on it migrates and fills it. */
  get template(): Databases {
    return this.templates;
  }

  /** Makes copies for a bank with these services. The template must have no connections meanwhile. */
  copy(of: string, services: readonly Service[]): Promise<Databases> {
    return ofEach((service) => (services.includes(service) ? this.#copyOf(service, of) : this.#sharedCopy(service)));
  }

  #sharedCopy(service: Service): Promise<Databases[Service]> {
    const shared = this.#shared.get(service) ?? this.#copyOf(service, 'lease_unused');
    this.#shared.set(service, shared);
    return shared;
  }

  #copyOf(service: Service, bank: string): Promise<Databases[Service]> {
    return this.#copy(this.templates[service], `${bank}_${databaseName(service)}`);
  }

  async #copy({ name: template, ownerUrl, serviceUrl }: ServiceDatabase, name: string): Promise<Databases[Service]> {
    await asAdmin(this.adminUrl, async (admin) => {
      await admin.query(`create database ${quoted(name)} template ${quoted(template)} owner ${quoted(`${template}_owner`)}`);
      // Grants inside a database come with its copy, but not the right to connect to it.
      await admin.query(`revoke all on database ${quoted(name)} from public`);
      await admin.query(`grant connect on database ${quoted(name)} to ${quoted(template)}`);
    });
    const at = (url: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    return { ownerUrl: at(ownerUrl), serviceUrl: at(serviceUrl) };
  }
}
