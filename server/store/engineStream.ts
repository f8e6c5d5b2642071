/** A connection of the `pg` driver to the embedded engine: the engine is on the other end instead of a socket. */
import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';

type Done = (error?: Error | null) => void;

export class EngineStream extends Duplex {
  private engine: Engine | undefined;

  /** @param open gives the engine; rejects while there is none. @param ended called when the engine ended by itself. */
  constructor(
    private readonly open: () => Promise<Engine>,
    private readonly ended: (engine: Engine) => void,
  ) {
    super();
  }

  /** As a socket has it. */
  connect(): this {
    void this.reach();
    return this;
  }

  private async reach(): Promise<void> {
    try {
      this.engine = await this.open();
      this.emit('connect');
    } catch (error) {
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // The engine's answers are pushed when they come.
  }
  override _write(bytes: Buffer, _encoding: BufferEncoding, done: Done): void {
    void this.exchange(bytes, done);
  }
  /** What the driver writes together reaches the engine together: one exchange for each statement. */
  override _writev(parts: { chunk: Buffer }[], done: Done): void {
    void this.exchange(Buffer.concat(parts.map(({ chunk }) => chunk)), done);
  }
  override _final(done: Done): void {
    this.push(null);
    done();
  }

  private async exchange(bytes: Buffer, done: Done): Promise<void> {
    const { engine } = this;
    if (!engine) return done(new Error('the database is not open'));
    try {
      const answer = await engine.send(bytes);
      if (answer.bytes.length > 0) this.push(answer.bytes);
      if (answer.isOver) {
        this.ended(engine);
        this.push(null);
      }
      done();
    } catch (error) {
      this.ended(engine);
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
