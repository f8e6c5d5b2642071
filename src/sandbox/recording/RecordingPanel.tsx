import { useState, useSyncExternalStore } from 'react';
import { downloadFile } from '#src/recording/downloadFile.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { copy } from '#src/ui/icon/secondaryIcons.ts';
import type { LenderApi } from '../lender/api.ts';
import { Panel } from '../parts/Panel.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import { timeOf } from '../shell/log.ts';
import { subscribeToSessions, sessions, type Session } from './recordedSessions.ts';

interface Props {
  /** The lender's transitions of an order. */
  transitions: LenderApi['transitions'];
}

/** Lists the recordings of the app's sessions. A button saves one with the lender's transitions of its order. */
export function RecordingPanel({ transitions }: Props) {
  const all = useSyncExternalStore(subscribeToSessions, sessions);
  const [title, setTitle] = useState('');

  const save = async ({ recording, orderNo }: Session): Promise<void> => {
    const recorded = recording();
    if (!recorded) return;
    const order = orderNo();
    // If the lender does not answer, the journey is saved without its transitions.
    const log = order === null ? null : await transitions(order).catch(() => null);
    await downloadFile({ ...recorded, title: title.trim(), ...(log ? { order: log } : {}) });
  };

  return (
    <Panel title="Recording" icon={copy}>
      <p className="sb-quiet">
        Each opening of the app is recorded, without names, numbers and photos. The inspector opens the saved file and plays it step by
        step.
      </p>
      <PanelField
        label="Name of the recording"
        value={title}
        onChange={setTitle}
        hint="What happens in it, for example: stuck at the ID photos"
      />
      <ul className="sb-rows">
        {all.map((session) => (
          <li key={session.number} className="sb-row">
            <span>
              {session.isOpen ? 'Now' : `Session ${session.number}`}, since {timeOf(session.startedAt)}: {session.steps} steps
            </span>
            <Button kind="secondary" size="small" label={`Save recording of session ${session.number}`} onPress={() => void save(session)}>
              Save
            </Button>
          </li>
        ))}
      </ul>
      {all.length === 0 && <p className="sb-quiet">Nothing yet: open the app.</p>}
    </Panel>
  );
}
