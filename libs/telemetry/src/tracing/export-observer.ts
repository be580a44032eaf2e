/** Told what became of recorded spans. */
export interface ExportObserver {
  exported(spans: number): void;
  /** The receiver did not accept them, or more waited than are kept. */
  dropped(spans: number, reason: Error): void;
}
