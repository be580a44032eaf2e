import type { ServerResponse } from 'node:http';
import type { Dispatcher } from 'undici';

/** Status and headers (name, value, name, value …) of a service's answer. */
export interface AnswerHead {
  readonly status: number;
  readonly headers: string[];
}

/**
 * The answer of a service, as undici receives it. What has arrived when `relay` is called goes to the client at once: that is the whole answer, unless
 * it is long. (undici's stream and Node's `pipeline`, which makes and aborts a signal for each request, took a tenth of a read's processor time.)
 */
export class ServiceAnswer implements Dispatcher.DispatchHandler {
  /** Rejects with the error of undici where there is no answer. */
  readonly head: Promise<AnswerHead>;
  #begin!: (head: AnswerHead) => void;
  #fail!: (error: Error) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #state: 'arriving' | 'whole' | 'broken' = 'arriving';
  #kept: Buffer[] = [];
  #response: ServerResponse | undefined;

  /** `onEnd` is called once, when nothing more arrives. */
  constructor(private readonly onEnd: () => void) {
    this.head = new Promise((begin, fail) => {
      this.#begin = begin;
      this.#fail = fail;
    });
  }

  /** Sends the body, after the head was written. Resolves when all is sent, or nothing more can be: the client disconnects, or the service stops half-way. */
  async relay(response: ServerResponse): Promise<void> {
    if (!response.destroyed) {
      const closed = new Promise<void>((resolve) => {
        // A client that disconnects is an error of the response, and closes it.
        response.on('error', () => undefined).once('close', resolve);
      });
      this.#send(response);
      await closed;
    }
    // The client has gone: the place with the replica is free again.
    if (this.#state === 'arriving') this.#controller?.abort(new Error('the client disconnected'));
  }

  #send(response: ServerResponse): void {
    const kept = this.#kept.length === 1 ? this.#kept[0]! : Buffer.concat(this.#kept);
    if (this.#state === 'whole') response.end(kept);
    else if (this.#state === 'broken') response.destroy();
    else {
      this.#kept = [];
      this.#response = response.on('drain', () => this.#controller?.resume());
      if (kept.length > 0) this.#write(response, kept);
    }
  }

  #write(response: ServerResponse, chunk: Buffer): void {
    if (!response.write(chunk)) this.#controller?.pause();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart({ rawHeaders }: Dispatcher.DispatchController, status: number): void {
    // Interim responses (RFC 9110 §15.2) are not passed on.
    if (status >= 200) this.#begin({ status, headers: (rawHeaders as Buffer[]).map((text) => text.toString('latin1')) });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#response) this.#write(this.#response, chunk);
    else this.#kept.push(chunk);
  }

  onResponseEnd(): void {
    this.#end('whole');
    this.#response?.end();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end('broken');
    this.#fail(error);
    this.#response?.destroy();
  }

  #end(state: 'whole' | 'broken'): void {
    if (this.#state !== 'arriving') return;
    this.#state = state;
    this.onEnd();
  }
}
