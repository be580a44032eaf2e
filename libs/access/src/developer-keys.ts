/** Where the portal finds whose sandbox key a request presents. Other services have no operations for developers. */
export abstract class DeveloperKeys {
  /** The developer; undefined where nobody has the key. */
  abstract developerOf(key: string): Promise<string | undefined>;
}

/** Of a service without operations for developers. */
export const noDeveloperKeys: DeveloperKeys = { developerOf: () => Promise.resolve(undefined) };

/** The key in an Authorization header. */
export const keyIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
