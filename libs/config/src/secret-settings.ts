/**
 * Settings that may hold a password, a token or a key. Every user who may inspect a process can read the environment it was started with
 * (`/proc/<pid>/environ`), and each process it starts inherits it. Other systems' variables of these names are left out as well.
 */
const maybeSecret = /(?:URL|PASSWORD|TOKEN|SECRET|KEY|HEADERS)$/;

/** The environment for a process that needs no secret. */
export const withoutSecrets = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  filtered(environment, (name) => !maybeSecret.test(name));

/** The variables that `withoutSecrets` leaves out: for a process that is given it in another way than by its environment. */
export const secretsIn = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv => filtered(environment, (name) => maybeSecret.test(name));

const filtered = (environment: NodeJS.ProcessEnv, wanted: (name: string) => boolean): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => wanted(name)));
