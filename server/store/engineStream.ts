/** Stands in for the socket of the `pg` driver: a stream between the driver and the embedded engine. */
import { Duplex } from 'node:stream';
import type { Engine } from './engine.ts';

type Done = (error?: Error | null) => void;

export class EngineStream extends Duplex {
  private engine: Engine | undefined;
  /** Ends with the last answer, which never rejects. */
  private last: Promise<void> = Promise.resolve();

  /** @param open returns the running engine, or rejects. @param ended called when the engine has ended by itself. */
  constructor(
    private readonly open: () => Promise<Engine>,
    private readonly ended: (engine: Engine) => void,
  ) {
    super();
  }

  /** The driver calls it as the method of a socket. */
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
    // `answer` pushes each answer when it arrives.
  }
  /** Is done when the bytes are on their way: the engine keeps their order, and what is written next must not wait for an answer. */
  override _write(bytes: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.exchange(bytes);
    done();
  }
  /** Sends all chunks that the driver has written in one exchange, so that a statement needs one exchange only. */
  override _writev(parts: { chunk: Buffer }[], done: Done): void {
    this.exchange(Buffer.concat(parts.map(({ chunk }) => chunk)));
    done();
  }
  override _final(done: Done): void {
    void this.finish(done);
  }

  private async finish(done: Done): Promise<void> {
    await this.last;
    this.push(null);
    done();
  }

  private exchange(bytes: Buffer): void {
    this.last = this.answer(bytes);
  }

  private async answer(bytes: Buffer): Promise<void> {
    const { engine } = this;
    if (!engine) return void this.destroy(new Error('the database is not open'));
    try {
      const answer = await engine.send(bytes);
      if (answer.bytes.length > 0) this.push(answer.bytes);
      if (!answer.isOver) return;
      this.ended(engine);
      this.push(null);
    } catch (error) {
      this.ended(engine);
      this.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
