/** A package of package-lock.json, as far as it is used here. */
export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  /**
   * The target of a link, or an address outside the registry. The address of a registry is not in the file
   * (`omit-lockfile-registry-resolved` in `.npmrc`).
   */
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface PackageLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** The faults of a lock file: each package must be named by its hash, come from the registry or be a workspace. */
export function lockFaults({ packages }: PackageLock): string[] {
  return Object.entries(packages).flatMap(([path, { link, resolved, integrity }]) => {
    if (!path.includes('node_modules/')) return [];
    if (link) return resolved !== undefined && resolved in packages ? [] : [`${path} links to ${resolved}, which is no workspace`];
    return [
      ...(resolved === undefined ? [] : [`${path} comes from ${resolved}, not from the registry`]),
      ...(integrity !== undefined && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) ? [] : [`${path} has no SHA-512 hash`]),
    ];
  });
}
