/** Collects what a bench promises and says at the end what held. */
export class Goals {
  readonly #missed: string[] = [];
  #met = 0;

  /** One goal; what is missed is listed with the figures in `text`. */
  check(text: string, met: boolean): void {
    if (met) this.#met += 1;
    else this.#missed.push(text);
  }

  /** Prints the missed ones and, last, `goals met N/M`. */
  print(): void {
    for (const text of this.#missed) console.log(`missed: ${text}`);
    console.log(`goals met ${this.#met}/${this.#met + this.#missed.length}`);
  }
}
