import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { differingFields } from '#machines/model/identityCheck.ts';
import { compareCard } from '#server/apply/reader/compareCard.ts';
import { parseCard, readingOf } from '#server/apply/reader/parse.ts';
import type { CardReading, UnusableFront } from '#server/apply/reader/photoReader.ts';
import { cleanPicture } from '#server/pictures/cleanPicture.ts';
import { createTesseractReader, type TextEngine } from '#server/apply/reader/tesseract.ts';
import { removeTemporaryFolders, temporaryFolder } from '#tests/support/database.ts';
import {
  aminasCard,
  asPng,
  blank,
  blurred,
  covered,
  dim,
  drivingLicence,
  facePhoto,
  idBack,
  idFront,
  maishaFront,
  receipt,
  tilted,
} from '#tests/support/idCards.ts';
import { sampleOf } from '#tests/support/effort.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const front = idFront();

describe('the embedded reader', () => {
  const reader = createTesseractReader();
  afterAll(() => reader.close());
  /** Reads the photo after re-encoding, as the lender does. */
  const read = async (photo: Buffer): Promise<CardReading> => reader.readFront((await cleanPicture(photo)).bytes);

  /** Few cards, because reading one takes seconds of processor time. */
  const CARDS: [of: string, photo: () => Promise<Buffer>][] = [
    ['clean', () => front],
    ['as PNG', async () => asPng(await front)],
    ['tilted by 3 degrees', async () => tilted(await front, 3)],
    ['tilted by 8 degrees the other way', async () => tilted(await front, -8)],
    ['tilted by 15 degrees', async () => tilted(await front, 15)],
    ['standing', async () => tilted(await front, 90)],
    ['head down', async () => tilted(await front, 180)],
    ['in dim light', async () => dim(await front)],
    ['slightly soft', async () => blurred(await front, 1.2)],
    ['of the newer kind', () => maishaFront(aminasCard, 'WANJIKU', 'AMINA')],
  ];
  it.each(sampleOf('photos of cards', CARDS, 2))('embedded reader, card %s: number, name and birthday are read', async (_, photo) => {
    const reading = await read(await photo());
    expect(reading).toMatchObject({ is: 'read', card: { number: '12345678', birthday: '1992-03-15' } });
    const personal = { nationalId: '12345678', firstName: 'Amina', lastName: 'Wanjiku', inputBirthday: '15-03-1992' };
    expect(reading.is === 'read' && differingFields(compareCard(reading.card, personal))).toEqual([]);
  });

  it('card of another person: the printed values are read', async () => {
    const card = { number: '30918264', name: 'PETER OTIENO OUMA', birthday: '1987-11-02' };
    expect(await read(await idFront(card))).toEqual({ is: 'read', card });
  });

  const UNREADABLE: [of: string, photo: () => Promise<Buffer>, cause: UnusableFront][] = [
    ['nothing but dark', () => blank(), 'blank'],
    ['a card out of focus', async () => blurred(await front, 6), 'blurred'],
    ['a driving licence with the same values', () => drivingLicence(), 'notAnId'],
    ['a receipt', () => receipt(), 'notAnId'],
    ['a face', () => facePhoto(), 'notAnId'],
    ['the back', () => idBack(), 'notAnId'],
    ['a thumb on the number', async () => covered(await front, [0.5, 0.19, 0.4, 0.06]), 'numberMissing'],
    ['a thumb on the name', async () => covered(await front, [0.39, 0.31, 0.3, 0.07]), 'nameMissing'],
    ['a thumb on the birthday', async () => covered(await front, [0.39, 0.4, 0.3, 0.07]), 'birthdayMissing'],
  ];
  it.each(sampleOf('photos that cannot be read', UNREADABLE, 2))('photo of %s: is unreadable with its cause', async (_, photo, cause) => {
    expect(await read(await photo())).toEqual({ is: 'unusable', cause });
  });
});

describe('embedded reader without a network', () => {
  /** Preloaded in every thread: any connection but a local pipe is reported and fails. */
  const DENY = `
    const { Socket } = require('node:net');
    const deny = (what) => { process._rawDebug('DENIED ' + what); throw new Error('no network: ' + what); };
    const connect = Socket.prototype.connect;
    Socket.prototype.connect = function (...args) {
      const [first] = Array.isArray(args[0]) ? args[0] : args;
      return typeof first === 'string' || first?.path ? connect.apply(this, args) : deny('connect');
    };
    require('node:dns').lookup = () => deny('lookup');
    globalThis.fetch = () => deny('fetch');`;

  async function run(script: string): Promise<{ out: string; complaints: string }> {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'deny.cjs'), DENY);
    writeFileSync(join(folder, 'front.jpg'), await front);
    const node = ['--require', join(folder, 'deny.cjs'), '--import', 'tsx', '-e', script];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, node, { cwd: ROOT, env: { ...process.env, FOLDER: folder } });
    return { out: stdout.trim(), complaints: stderr };
  }
  afterAll(removeTemporaryFolders);

  it('embedded reader without a network, card: is read without any network request', async () => {
    const { out, complaints } = await run(`
      import('./server/apply/reader/tesseract.ts').then(async ({ createTesseractReader }) => {
        const reader = createTesseractReader();
        const front = require('node:fs').readFileSync(process.env.FOLDER + '/front.jpg');
        console.log(JSON.stringify(await reader.readFront(front)));
        await reader.close();
      });`);
    expect(JSON.parse(out)).toEqual({ is: 'read', card: aminasCard });
    expect(complaints).not.toContain('DENIED');
  });

  it('network request in a worker thread: is detected', async () => {
    const { complaints } = await run(`
      const { Worker } = require('node:worker_threads');
      new Worker("try { fetch('http://127.0.0.1:9') } catch {}", { eval: true });`);
    expect(complaints).toContain('DENIED fetch');
  });
});

describe('lines with misread letters', () => {
  /** Lines below one another, each as wide as its text. */
  const rows = (...texts: string[]) => texts.map((text, row) => ({ text, x0: 0, y0: row * 40, x1: text.length * 15, y1: row * 40 + 28 }));
  const read = (...texts: string[]): CardReading => readingOf(parseCard(rows(...texts)));
  const head = ['JAMHUR1 YA KENYA', 'REPUBL1C OF KENVA'];

  it.each([
    ['digits that look like letters', 'ID NUMBER: I2345G78', '12345678'],
    ['blanks between the digits', 'ID NUM8ER: 1234 5678', '12345678'],
    ['the serial number before it', 'SERIAL NUMBER: 234567891 ID NUMBER: 12345678', '12345678'],
    ['its label lost', '~ 12345678', '12345678'],
  ])('line with %s: the number is found', (_, line, number) => {
    expect(read(...head, line, 'FULL NAMES', 'AMINA WANJIKU', 'DATE OF BIRTH', '15.03.1992')).toMatchObject({ card: { number } });
  });

  it.each([
    ['15:03:1992', '1992-03-15'],
    ['I5.O3.1992', '1992-03-15'],
    ['15 03 1992', '1992-03-15'],
  ])('line "%s": the birthday is found', (line, birthday) => {
    const card = read(...head, 'ID NUMBER: 12345678', 'FULL NAMES', 'AMINA WANJIKU', 'DATE OF B1RTH', line, 'DATE OF ISSUE', '01.02.2014');
    expect(card).toMatchObject({ card: { birthday } });
  });

  it.each(['31.02.1992', '15.13.1992', '1.3.92', 'NAIROBI'])('line "%s": is no birthday, and the date of issue is not used', (line) => {
    const texts = [...head, 'ID NUMBER: 12345678', 'FULL NAMES', 'AMINA WANJIKU', 'DATE OF BIRTH', line];
    expect(read(...texts, 'SEX', 'FEMALE', 'DATE OF ISSUE', '01.02.2014')).toEqual({ is: 'unusable', cause: 'birthdayMissing' });
  });

  it('date or serial number: is not used as the number', () => {
    const texts = ['SERIAL NUMBER: 23456789', 'FULL NAMES', 'AMINA WANJIKU', 'DATE OF BIRTH', '15031992'];
    expect(read(...head, ...texts)).toEqual({ is: 'unusable', cause: 'numberMissing' });
  });
});

describe('card compared with the form', () => {
  const personal = { nationalId: '12345678', firstName: 'Amina', middleName: '', lastName: 'Wanjiku', inputBirthday: '15-03-1992' };
  it.each([
    ['the same', {}, []],
    ['the names in another order', { name: 'WANJIKU AMINA' }, []],
    ['one more name', { name: 'AMINA NJERI WANJIKU' }, []],
    ['a letter misread', { name: 'AMINA WANJLKU' }, []],
    ['a blank inside a name', { name: 'AMINA WAN JIKU' }, []],
    ['another first name', { name: 'MARY WANJIKU' }, ['name']],
    ['another number', { number: '12345679' }, ['number']],
    ['another birthday', { birthday: '1992-03-16' }, ['birthday']],
    ['somebody else', { name: 'PETER OTIENO', number: '87654321', birthday: '1980-01-01' }, ['number', 'name', 'birthday']],
  ])('card compared with the form, %s: differs in the expected fields', (_, change, fields) =>
    expect(differingFields(compareCard({ ...aminasCard, ...change }, personal))).toEqual(fields),
  );

  it('card compared with an empty form: differs in every field', () =>
    expect(differingFields(compareCard(aminasCard, {}))).toEqual(['number', 'name', 'birthday']));
});

describe('reader at its limit', () => {
  afterEach(() => void vi.useRealTimers());

  const lines = ['REPUBLIC OF KENYA', 'ID NUMBER: 12345678', 'FULL NAMES', 'AMINA WANJIKU', 'DATE OF BIRTH', '15.03.1992'].map(
    (text, row) => ({
      text,
      x0: 0,
      y0: row * 40,
      x1: 300,
      y1: row * 40 + 28,
    }),
  );
  /** An engine whose answer the test releases. */
  function held() {
    const log: string[] = [];
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const start = (): Promise<TextEngine> => {
      log.push('start');
      return Promise.resolve({
        async lines() {
          log.push('read');
          await gate;
          return lines;
        },
        stop: () => Promise.resolve(void log.push('stop')),
      });
    };
    return { start, log, open: () => open() };
  }
  const unavailable = expect.objectContaining({ name: 'ReaderUnavailable' }) as Error;

  it('reader: starts its engine with the first card, reads one card at a time, and stops on close', async () => {
    const { start, log, open } = held();
    const reader = createTesseractReader({ start });
    expect(log).toEqual([]);
    const both = Promise.all([reader.readFront(await front), reader.readFront(await front)]);
    await expect.poll(() => log).toEqual(['start', 'read']);
    open();
    expect((await both).map(({ is }) => is)).toEqual(['read', 'read']);
    await reader.close();
    expect(log).toEqual(['start', 'read', 'read', 'stop']);
    await expect(reader.readFront(await front)).rejects.toEqual(unavailable);
  });

  it('reader, queue full: refuses the card and reports it', async () => {
    const { start, open } = held();
    const said: string[] = [];
    const reader = createTesseractReader({ start, maxWaiting: 2, failed: ({ message }) => said.push(message) });
    const two = [reader.readFront(await front), reader.readFront(await front)];
    await expect(reader.readFront(await front)).rejects.toEqual(unavailable);
    expect(said).toEqual(['too many photos at once']);
    open();
    await Promise.all(two);
    await reader.close();
  });

  it('reader, engine hangs: stops it, and the next card starts another', async () => {
    const hanging = held();
    const working = held();
    working.open();
    const engines = [hanging, working];
    const card = await front;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reader = createTesseractReader({ start: () => (engines.shift() ?? working).start(), timeout: 4_000 });
    const given = expect(reader.readFront(card)).rejects.toEqual(unavailable);
    await expect.poll(() => hanging.log).toEqual(['start', 'read']);
    vi.advanceTimersByTime(4_000);
    await given;
    await expect.poll(() => hanging.log).toEqual(['start', 'read', 'stop']);
    expect((await reader.readFront(await front)).is).toBe('read');
    await reader.close();
  });

  it('reader, engine idle: stops it', async () => {
    const { start, log, open } = held();
    open();
    const reader = createTesseractReader({ start, idle: 20 });
    await reader.readFront(await front);
    await expect.poll(() => log).toEqual(['start', 'read', 'stop']);
    await reader.close();
  });

  it('reader, closed: pending reads reject', async () => {
    const { start } = held();
    const reader = createTesseractReader({ start });
    const waiting = expect(reader.readFront(await front)).rejects.toEqual(unavailable);
    await reader.close();
    await waiting;
  });
});
