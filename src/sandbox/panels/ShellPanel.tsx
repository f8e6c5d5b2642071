import { Segments, type Segment } from '#src/ui/segments/Segments.tsx';
import { shield } from '#src/ui/icon/secondaryIcons.ts';
import { Panel } from '../parts/Panel.tsx';
import type { Collects, Manner, ShellSettings } from '../shell/shellSettings.ts';

const PRESENCE = [
  { id: 'there', title: 'On' },
  { id: 'absent', title: 'Off' },
] as const;
const LOGIN = [
  { id: 'none', title: "App's pages" },
  { id: 'own', title: "Shell's own" },
] as const;
const PUSHES = [
  { id: 'delivered', title: 'Delivered' },
  { id: 'lost', title: 'Lost' },
] as const;
const ANSWERS = [
  { id: 'prompt', title: 'At once' },
  { id: 'late', title: 'Late' },
  { id: 'silent', title: 'Never' },
  { id: 'twice', title: 'Twice' },
] as const satisfies readonly Segment<Manner>[];

const COLLECTING = [
  { id: 'done', title: 'Works' },
  { id: 'started', title: 'Works later' },
  { id: 'failed', title: 'Fails' },
] as const satisfies readonly Segment<Collects>[];

/**
 * The native shell around the web view. Every change reopens the app, because a shell cannot change under a running
 * page.
 */
export const ShellPanel = ({ settings, onChange }: { settings: ShellSettings; onChange: (settings: ShellSettings) => void }) => (
  <Panel title="Native shell" icon={shield}>
    <div className="sb-stack">
      <Segments
        legend="Shell"
        name="shell"
        value={settings.presence}
        segments={PRESENCE}
        onChange={(presence) => onChange({ ...settings, presence })}
      />
      {settings.presence === 'absent' ? (
        <p className="sb-hint">The app runs as in a plain browser: it signs in on its own pages and has no phone book.</p>
      ) : (
        <>
          <Segments
            legend="Login"
            name="login"
            value={settings.login}
            segments={LOGIN}
            onChange={(login) => onChange({ ...settings, login })}
          />
          <Segments
            legend="Answers"
            name="answers"
            value={settings.manner}
            segments={ANSWERS}
            onChange={(manner) => onChange({ ...settings, manner })}
          />
          <Segments
            legend="Push messages"
            name="pushes"
            value={settings.pushes}
            segments={PUSHES}
            onChange={(pushes) => onChange({ ...settings, pushes })}
          />
          <Segments
            legend="Collecting data"
            name="collecting"
            value={settings.collects}
            segments={COLLECTING}
            onChange={(collects) => onChange({ ...settings, collects })}
          />
        </>
      )}
      <p className="sb-hint">Changes reopen the app.</p>
    </div>
  </Panel>
);
