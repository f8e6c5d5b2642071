import { useState, type ReactNode } from 'react';
import type { Line } from '../compute/countedAnswers.ts';
import { Count } from './Behind.tsx';
import { count } from './populationWords.ts';

/** Number of rows of an answer that are shown at first. */
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

/** The first rows, and a button that shows all rows. */
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
  /** Title of the dialog that lists the recordings. */
  title: string;
  recordings: Uint32Array;
  /** The number of journeys of which the bar shows a share. */
  of: number;
}

/** @param longest Number of recordings of a bar of the full width; 0: there are no bars. */
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
  /** The line with the most recordings comes first. */
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
