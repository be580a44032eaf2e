const dayMs = 86_400_000;

/**
 * A key is published for a day before it signs, so that no receiver meets one that it could not have read; and as long after as anything it
 * signed may still be delivered.
 */
const announcedMs = dayMs;
const signsMs = 90 * dayMs;
const rememberedMs = 8 * dayMs;

export interface Aged {
  readonly madeAt: Date;
}

/** The newest that was announced long enough; the only one, where there is none before it. `keys`: newest first. */
export const signing = <Key extends Aged>(keys: readonly Key[], now: Date): Key | undefined =>
  keys.find(({ madeAt }) => now.getTime() - madeAt.getTime() >= announcedMs) ?? keys.at(-1);

/** Whether the next one is to be made, so that it has been announced when the newest has signed long enough. */
export const isDue = ([newest]: readonly Aged[], now: Date): boolean => !newest || now.getTime() - newest.madeAt.getTime() >= signsMs;

/** Those that sign, will sign, or have signed what may still be on its way. */
export const publishedKeys = <Key extends Aged>(keys: readonly Key[], now: Date): Key[] =>
  keys.filter(({ madeAt }) => now.getTime() - madeAt.getTime() < signsMs + announcedMs + rememberedMs);

/** Whether the newest is announced and does not sign yet. */
export const isAnnounced = ([newest, ...others]: readonly Aged[], now: Date): boolean =>
  newest !== undefined && others.length > 0 && now.getTime() - newest.madeAt.getTime() < announcedMs;

/** From when on the newest signs; there must be one. */
export const signsFrom = ([newest, ...others]: readonly Aged[]): Date =>
  new Date(newest!.madeAt.getTime() + (others.length > 0 ? announcedMs : 0));
