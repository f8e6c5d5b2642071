/** A browser's session history in memory: traversal is asynchronous, a typed hash is an entry without state. */
import type { HistoryPort } from '#src/router/entries.ts';

interface Entry {
  state: unknown;
  hash: string;
}

export class FakeHistory implements HistoryPort {
  entries: Entry[];
  position = 0;
  /** Whether the borrower pressed Back on the first entry, which leaves the app. */
  left = false;
  #travelling = 0;
  readonly #listeners = new Set<() => void>();

  constructor(hash = '') {
    this.entries = [{ state: null, hash }];
  }

  get state(): unknown {
    return this.entries[this.position]?.state ?? null;
  }
  get hash(): string {
    return this.entries[this.position]?.hash ?? '';
  }
  /** The hashes, the current one in brackets. */
  get trail(): string {
    return this.entries.map(({ hash }, index) => (index === this.position ? `[${hash}]` : hash)).join(' ');
  }

  push = (state: unknown, hash: string): void => {
    this.entries = [...this.entries.slice(0, this.position + 1), { state, hash }];
    this.position += 1;
  };
  replace = (state: unknown, hash: string): void => {
    this.entries[this.position] = { state, hash };
  };
  go = (delta: number): void => {
    this.#travelling += 1;
    setTimeout(() => {
      this.#travelling -= 1;
      this.#arrive(this.position + delta);
    }, 1);
  };
  listen = (onChange: () => void): (() => void) => {
    this.#listeners.add(onChange);
    return () => this.#listeners.delete(onChange);
  };

  /** Presses Back, and waits until everything that follows has settled. */
  async back(): Promise<void> {
    if (this.position === 0) this.left = true;
    this.go(-1);
    await this.settled();
  }
  async forward(): Promise<void> {
    this.go(1);
    await this.settled();
  }
  async type(hash: string): Promise<void> {
    this.push(null, hash);
    this.#publish();
    await this.settled();
  }
  /** Waits until no traversal is pending and no other follows for some turns of the event loop. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet = this.#travelling > 0 ? 0 : quiet + 1) await new Promise((resolve) => setTimeout(resolve, 0));
  }
  /** The same entries and states after a reload, for a new page. */
  reloaded(): FakeHistory {
    const next = new FakeHistory();
    next.entries = this.entries.map((entry) => ({ ...entry, state: JSON.parse(JSON.stringify(entry.state)) as unknown }));
    next.position = this.position;
    return next;
  }

  #arrive(position: number): void {
    if (position < 0 || position >= this.entries.length) return;
    const before = this.hash;
    this.position = position;
    this.#publish();
    // popstate comes first, hashchange after it where the hash differs.
    if (this.hash !== before) this.#publish();
  }
  #publish(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
