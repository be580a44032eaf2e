/** What the bank asks (docs/ports/approval-app.json), as far as the app shows it. */
export interface AppRequest {
  readonly approvalId: string;
  readonly psuId: string;
  readonly bindingMessage: string;
  readonly expiresAt: string;
  readonly answerTo: string;
  readonly factsHash: string;
  readonly language: 'en' | 'he' | 'ar';
  readonly facts: {
    readonly client: string;
    readonly accounts: readonly { readonly name: string; readonly number: string }[];
  };
  readonly words: readonly { readonly what: string; readonly says: string }[];
}

export type Decision = 'approved' | 'refused';

/** `sending`: the bank has not confirmed the answer yet; `late`: it takes none any more. */
export type RequestState = 'waiting' | 'sending' | 'late' | Decision;

export interface HeldRequest {
  readonly asked: AppRequest;
  state: RequestState;
}

const maxKept = 200;

/** The requests that have arrived, each once, the last 200. They are gone when the bank is stopped. */
export class AppRequests {
  readonly #held = new Map<string, HeldRequest>();

  add(asked: AppRequest): void {
    if (this.#held.has(asked.approvalId)) return;
    this.#held.set(asked.approvalId, { asked, state: 'waiting' });
    const [oldest] = this.#held.keys();
    if (this.#held.size > maxKept) this.#held.delete(oldest!);
  }

  find(approvalId: string | null): HeldRequest | undefined {
    return approvalId === null ? undefined : this.#held.get(approvalId);
  }

  /** The last one first. */
  get all(): readonly HeldRequest[] {
    return [...this.#held.values()].reverse();
  }
}
