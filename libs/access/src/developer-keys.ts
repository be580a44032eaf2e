/** Finds the developer of a sandbox key, for the portal. Other services have no operations for developers. */
export abstract class DeveloperKeys {
  /** The developer; undefined if no developer has the key. */
  abstract developerOf(key: string): Promise<string | undefined>;
}

/** For services without operations for developers. */
export const noDeveloperKeys: DeveloperKeys = { developerOf: () => Promise.resolve(undefined) };

/** The key in an Authorization header. */
export const keyIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
