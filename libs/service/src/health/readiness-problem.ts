/** Something this service needs and cannot use. */
export interface Problem {
  /** What it needs: `database`, a service, or the setting that names a file. */
  readonly dependency: string;
  /** What is wrong, without secrets. */
  readonly problem: string;
  /** Whether the service is not ready because of it: the fault is this process's own, or it cannot answer anything. */
  readonly blocks: boolean;
}
