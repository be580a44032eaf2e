/** Something this service needs and cannot use. */
export interface Problem {
  /** The dependency: `database`, a service, or the setting that names a file. */
  readonly dependency: string;
  /** The problem, without secrets. */
  readonly problem: string;
  /** Whether the service is not ready because of it: the fault is this process's own, or it cannot answer anything. */
  readonly blocks: boolean;
}
