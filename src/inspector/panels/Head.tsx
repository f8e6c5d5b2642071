import { useRef, type ReactNode } from 'react';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { down, shield } from '#src/ui/icon/secondaryIcons.ts';
import { upload } from '#src/ui/icon/primaryIcons.ts';
import { download } from '../inspectorIcons.ts';
import type { Names } from '../names.ts';

export type Source = 'live' | 'recording' | 'population';

interface Props {
  title: string;
  about: ReactNode;
  source: Source;
  names: Names;
  onNames: (names: Names) => void;
  onSource: (source: Source) => void;
  onCatalogue: () => void;
  onImport: (file: File) => void;
  /** null: there is no recording to save. */
  onExport: (() => void) | null;
}

export function Head({ title, about, source, names, onNames, onSource, onCatalogue, onImport, onExport }: Props) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <header className="tool__bar">
      <div className="tool__name">
        <h1>Journey inspector</h1>
        <button className="chip chip--name" type="button" aria-haspopup="dialog" onClick={onCatalogue}>
          <span>{title}</span>
          <Icon path={down} size="xs" />
        </button>
        <span className="muted tool__about">{about}</span>
      </div>
      <div className="seg" role="group" aria-label="Source">
        <button type="button" aria-pressed={source === 'live'} onClick={() => onSource('live')}>
          Live
        </button>
        <button type="button" aria-pressed={source === 'recording'} onClick={() => onSource('recording')}>
          Recording
        </button>
        <button type="button" aria-pressed={source === 'population'} onClick={() => onSource('population')}>
          Population
        </button>
      </div>
      <div className="tool__side">
        <button
          className="chip"
          type="button"
          aria-pressed={names === 'code'}
          title="States, events and values as they are called in the code"
          onClick={() => onNames(names === 'code' ? 'plain' : 'code')}
        >
          Code names
        </button>
        <span className="chip chip--on" title="Redacted when it was written: this page never had more than you see">
          <Icon path={shield} size="xs" />
          <span className="chip__words">Personal data hidden</span>
        </span>
        <button className="tbtn" type="button" onClick={() => file.current?.click()}>
          <Icon path={upload} size="xs" />
          Import
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          hidden
          aria-label="Recording to import"
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onImport(chosen);
            event.target.value = '';
          }}
        />
        <button className="tbtn tbtn--main" type="button" aria-disabled={onExport === null} onClick={() => onExport?.()}>
          <Icon path={download} size="xs" />
          Export
        </button>
      </div>
    </header>
  );
}
