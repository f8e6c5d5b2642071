/**
 * One server per data folder. The embedded database has no lock of its own, and two processes on one
 * folder silently lose each other's rows.
 */
import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { CannotStart } from './cannotStart.ts';
import { cannotBeWritten, makeFolder } from './folder.ts';

const LOCK = 'server.pid';
const held = new Set<string>();

interface Holder {
  pid: number;
  /** Start time of the process, if the system reports it, because a pid may be reused. */
  started: string | null;
}

const readIfThere = (file: string): string | null => {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** Fields 3, 20 and 22 of /proc/pid/stat, counted after the command's closing bracket; undefined on systems without /proc. */
function statusOf(pid: number): { state?: string; threads?: string; started?: string } {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return {};
  const { 0: state, 17: threads, 19: started } = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, threads, started };
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { state, threads, started } = statusOf(holder.pid);
  // A killed process keeps its pid until its parent has read its exit code, which in a container may be never. While one of its
  // threads runs, it may still write.
  if (state === 'Z' && Number(threads) <= 1) return false;
  return holder.started === null || started === undefined || started === holder.started;
}

function readHolder(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Holder;
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : null;
  } catch {
    return null;
  }
}

/** @throws CannotStart when the lock is that of a living process. */
function refuseLiving(lock: string, folder: string): void {
  const holder = readHolder(lock);
  if (!holder || !isAlive(holder)) return;
  throw new CannotStart(
    `Another server (process ${holder.pid}) is using the data folder ${folder}: stop it first, or choose another folder with DATA_DIR.`,
  );
}

/** Whether a living process has locked the folder; true also if this process has. */
export function isTaken(folder: string): boolean {
  const real = path.resolve(folder);
  if (held.has(real)) return true;
  const holder = readHolder(readIfThere(path.join(real, LOCK)) ?? '');
  return holder !== null && isAlive(holder);
}

/** Checks whether the folder is free, without locking it. @throws CannotStart when a living process holds it. */
export function refuseTaken(folder: string): void {
  const real = path.resolve(folder);
  const lock = readIfThere(path.join(real, LOCK));
  if (lock !== null) refuseLiving(lock, real);
}

/**
 * Locks the folder for this process; the lock of a process that has ended is replaced.
 * @returns a function that unlocks the folder.
 * @throws CannotStart when a living process has locked the folder, or when the folder cannot be written.
 */
export function lockFolder(folder: string): () => void {
  const real = path.resolve(folder);
  const file = path.join(real, LOCK);
  const mine = path.join(real, `.server.pid.${process.pid}.${randomBytes(4).toString('hex')}`);
  if (held.has(real)) throw new CannotStart(`The data folder ${real} is already in use by this process.`);
  makeFolder(real);
  try {
    fs.writeFileSync(mine, JSON.stringify({ pid: process.pid, started: statusOf(process.pid).started ?? null } satisfies Holder));
  } catch (error) {
    throw cannotBeWritten(real, error);
  }
  try {
    for (let tries = 0; tries < 50; tries++) {
      try {
        // Creating a hard link is atomic, so no process reads an incompletely written lock.
        fs.linkSync(mine, file);
        held.add(real);
        return () => {
          held.delete(real);
          fs.rmSync(file, { force: true });
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const text = readIfThere(file);
      if (text === null) continue;
      refuseLiving(text, real);
      moveAside(file, text);
    }
    throw new CannotStart(`The lock ${file} is replaced again and again: stop the other servers on this folder.`);
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

/** Removes the lock of an ended process. Restores a lock that a third process has put in its place between reading and moving. */
function moveAside(file: string, expected: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    fs.renameSync(file, aside);
    if (fs.readFileSync(aside, 'utf8') !== expected) fs.linkSync(aside, file);
  } catch {
    // Another process has moved the lock first; the next attempt reads the new lock.
  } finally {
    fs.rmSync(aside, { force: true });
  }
}
