/** A minute that runs down, for a drill. */

export const MINUTE = 60;

export class Minute {
  /** Whole seconds that are left; null before the start. */
  left = $state<number | null>(null);
  #end = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  get running(): boolean {
    return this.left !== null && this.left > 0;
  }

  get over(): boolean {
    return this.left === 0;
  }

  start(): void {
    this.#end = performance.now() + MINUTE * 1000;
    this.left = MINUTE;
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), 200);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.left = Math.max(0, Math.ceil((this.#end - performance.now()) / 1000));
    if (this.left === 0) this.stop();
  }
}
