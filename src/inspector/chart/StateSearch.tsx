import { useId, useMemo, useState } from 'react';
import type { Box, ChartGraph } from './graph.ts';
import type { Names } from '../names.ts';

interface Found {
  id: string;
  /** Unique among the states. */
  name: string;
}

/** All states with unique names. A state inside a screen has the name of the screen too; equal names get the id. */
export function statesByName({ boxes, innerGraphs }: ChartGraph, names: Names): Found[] {
  const nameOf = (box: Box): string => (names === 'plain' ? box.plain : box.code);
  const screenName = new Map(boxes.map((box) => [box.id, nameOf(box)]));
  const outer = boxes.map((box) => ({ id: box.id, name: nameOf(box) }));
  const inner = Object.entries(innerGraphs).flatMap(([screen, { boxes: inside }]) =>
    inside.map((box) => ({ id: box.id, name: `${nameOf(box)}, in ${screenName.get(screen) ?? screen}` })),
  );
  const all = [...outer, ...inner];
  const isUnique = new Map<string, number>();
  for (const { name } of all) isUnique.set(name, (isUnique.get(name) ?? 0) + 1);
  return all.map(({ id, name }) => ({ id, name: (isUnique.get(name) ?? 0) > 1 ? `${name} (${id})` : name }));
}

/** The best match for a typed text: the whole name, otherwise a beginning, otherwise any part of a name; null: no match. */
export function stateNamed(states: readonly Found[], typed: string): Found | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '') return null;
  const has = (is: (name: string) => boolean): Found | undefined => states.find(({ name }) => is(name.toLowerCase()));
  return has((name) => name === wanted) ?? has((name) => name.startsWith(wanted)) ?? has((name) => name.includes(wanted)) ?? null;
}

/** Finds a state by its name and shows it. */
export function StateSearch({ graph, names, onFound }: { graph: ChartGraph; names: Names; onFound: (id: string) => void }) {
  const list = useId();
  const [typed, setTyped] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const states = useMemo(() => statesByName(graph, names), [graph, names]);
  const options = useMemo(() => states.map(({ id, name }) => <option key={id} value={name} />), [states]);
  const search = (text: string): void => {
    const found = stateNamed(states, text);
    setUnknown(!found);
    if (found) onFound(found.id);
  };
  return (
    <form
      className="state-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <label className="search search--small">
        <span className="visually-hidden">Find a state</span>
        <input
          type="search"
          list={list}
          placeholder="Find a state"
          value={typed}
          aria-invalid={isUnknown}
          onChange={({ target: { value } }) => {
            setTyped(value);
            setUnknown(false);
            // A name that was chosen from the list is shown at once.
            if (states.some(({ name }) => name === value)) search(value);
          }}
        />
      </label>
      <datalist id={list}>{options}</datalist>
      <span className="visually-hidden" role="status">
        {isUnknown && 'No state is called so.'}
      </span>
    </form>
  );
}
