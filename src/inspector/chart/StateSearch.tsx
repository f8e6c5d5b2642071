import { useId, useMemo, useState } from 'react';
import type { Box, ChartGraph } from './graph.ts';
import type { Names } from '../names.ts';

interface Found {
  id: string;
  /** Unlike that of any other state. */
  name: string;
}

/** Every state by a name of its own: one inside a screen says which, where its name alone is not unique. */
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

/** The state that is meant by what was typed; null: none is. The whole name first, then a beginning, then any part. */
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
            // What was chosen from the list is shown at once.
            if (states.some(({ name }) => name === value)) search(value);
          }}
        />
      </label>
      <datalist id={list}>
        {states.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
      <span className="visually-hidden" role="status">
        {isUnknown && 'No state is called so.'}
      </span>
    </form>
  );
}
