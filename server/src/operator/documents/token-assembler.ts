import type { Token } from 'stream-json/parser.js';

/** How deep a document may nest: its times and lists need two. */
const DEPTH_MAX = 20;

type Container = Record<string, unknown> | unknown[];

/**
 * Puts one JSON value together from tokens. Objects have no prototype, so that a key like `__proto__` is a key
 * and nothing else.
 */
export class TokenAssembler {
  #stack: Container[] = [];
  #key: string | undefined;
  /** How many containers stand open beyond those that are kept. */
  #beyond = 0;
  /** Characters of the value so far, about as JSON writes it. */
  size = 0;
  /** True when the value was nested too deep; its depths are left out. */
  tooDeep = false;

  /** Takes the next token; the answer is the whole value once it is complete. */
  take(token: Token): { value: unknown } | null {
    this.size += ('value' in token && typeof token.value === 'string' ? token.value.length : 0) + 1;
    switch (token.name) {
      case 'startObject':
        return this.#open(Object.create(null) as Record<string, unknown>);
      case 'startArray':
        return this.#open([]);
      case 'endObject':
      case 'endArray':
        return this.#close();
      case 'keyValue':
        if (this.#beyond === 0) this.#key = token.value;
        return null;
      case 'numberValue':
        return this.#add(Number(token.value));
      case 'stringValue':
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#add(token.value);
      default:
        return null;
    }
  }

  #open(container: Container): null {
    if (this.#beyond > 0 || this.#stack.length >= DEPTH_MAX) {
      this.#beyond += 1;
      this.tooDeep = true;
      return null;
    }
    this.#place(container);
    this.#stack.push(container);
    return null;
  }

  #close(): { value: unknown } | null {
    if (this.#beyond > 0) {
      this.#beyond -= 1;
      return null;
    }
    const container = this.#stack.pop();
    return this.#stack.length === 0 ? { value: container } : null;
  }

  #add(value: unknown): { value: unknown } | null {
    if (this.#stack.length === 0) return { value };
    if (this.#beyond === 0) this.#place(value);
    return null;
  }

  #place(value: unknown): void {
    const container = this.#stack.at(-1);
    if (Array.isArray(container)) container.push(value);
    else if (container && this.#key !== undefined) container[this.#key] = value;
  }
}
