import { useState, type ReactNode } from 'react';
import type { Line } from '../compute/countedAnswers.ts';
import { Count } from './Behind.tsx';
import { count } from './populationWords.ts';

/** Rows of an answer. */
const MOST = 8;

export function Question({ asks, answer, children }: { asks: string; answer: ReactNode; children?: ReactNode }) {
  return (
    <section className="question">
      <h2>{asks}</h2>
      <p>{answer}</p>
      {children}
    </section>
  );
}

/** The first rows, and the others with one press. */
export function useRows<T>(rows: readonly T[]): { shown: readonly T[]; more: ReactNode } {
  const [isWhole, setWhole] = useState(false);
  const left = rows.length - MOST;
  if (left <= 0) return { shown: rows, more: null };
  const more = (
    <button className="link" type="button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
      {isWhole ? 'Show fewer' : `Show ${count(left)} more`}
    </button>
  );
  return { shown: isWhole ? rows : rows.slice(0, MOST), more };
}

export interface Bar {
  id: string;
  name: string;
  /** Of the list of the recordings. */
  title: string;
  recordings: Uint32Array;
  /** What its share is of. */
  of: number;
}

/** @param longest recordings of a bar of the whole width; 0: there are none. */
export function Bars({ bars, longest }: { bars: readonly Bar[]; longest: number }) {
  return (
    <ul className="bars">
      {bars.map(({ id, name, title, recordings, of }) => (
        <li key={id} style={{ backgroundSize: `${(100 * recordings.length) / Math.max(1, longest)}% 100%` }}>
          <span>{name}</span>
          <Count title={title} recordings={recordings} of={of} />
        </li>
      ))}
    </ul>
  );
}

interface LinesProps {
  /** Longest first. */
  lines: readonly Line[];
  of: number;
  title: string;
  nameOf?: (name: string) => string;
}

export function Lines({ lines, of, title, nameOf = (name) => name }: LinesProps) {
  const { shown, more } = useRows(lines);
  const bars = shown.map(({ name, recordings }) => ({
    id: name,
    name: nameOf(name),
    title: `${title}: ${nameOf(name)}`,
    recordings,
    of,
  }));
  return (
    <>
      <Bars bars={bars} longest={lines[0]?.recordings.length ?? 0} />
      {more}
    </>
  );
}

export function Table({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
