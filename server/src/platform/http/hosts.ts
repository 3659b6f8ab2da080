/** What a Host header may look like; what cannot be one is nobody's. */
const HOST = /^(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * By which names this server is asked. A site that people reach by a configured address is also asked by others: a proxy
 * that passes no Host on names the address that it was told, a health check may name none. Such a request may read. What
 * one can read so is what any visitor can, since a browser gives a cookie to the name that set it and to no other. On
 * somebody's own machine, where nothing is configured, only our own names count: else a hostile name that is pointed at
 * it (DNS rebinding) could read what only that machine can reach.
 */
export class Hosts {
  readonly #own: ReadonlySet<string>;
  readonly #others: boolean;

  /** @param configured whether the operator said under which address browsers reach this site. */
  constructor(own: ReadonlySet<string>, configured: boolean) {
    this.#own = own;
    this.#others = configured;
  }

  /** Whether this is a name that browsers know this site by. */
  isOwn(host: string | undefined): boolean {
    return host !== undefined && this.#own.has(host);
  }

  /** Whether somebody who asks under this name, or under none, may read. */
  mayRead(host: string | undefined): boolean {
    return this.isOwn(host) || (this.#others && (host === undefined || HOST.test(host)));
  }
}
