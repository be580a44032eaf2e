/** Set on SIGTERM: no longer ready, still listening for `DRAIN_MS`, alive until the last answer is out. */
export class Draining {
  started = false;
}
