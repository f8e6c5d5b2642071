import { shield } from '#src/ui/icon/secondaryIcons.ts';
import { Choices } from '../parts/Choices.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { Collects, Manner, ShellSettings } from '../shell/shellSettings.ts';

const PRESENCE = [
  ['there', 'On'],
  ['absent', 'Off'],
] as const;
const LOGIN = [
  ['none', "App's pages"],
  ['own', "Shell's own"],
] as const;
const PUSHES = [
  ['delivered', 'Delivered'],
  ['lost', 'Lost'],
] as const;
const ANSWERS: readonly (readonly [Manner, string])[] = [
  ['prompt', 'At once'],
  ['late', 'Late'],
  ['silent', 'Never'],
  ['twice', 'Twice'],
];

const COLLECTING: readonly (readonly [Collects, string])[] = [
  ['done', 'Works'],
  ['started', 'Works later'],
  ['failed', 'Fails'],
];

/**
 * The native shell around the web view. Every change reopens the app, because a shell cannot change under a running
 * page.
 */
export const ShellPanel = ({ settings, onChange }: { settings: ShellSettings; onChange: (settings: ShellSettings) => void }) => (
  <Panel title="Native shell" icon={shield}>
    <div className="sb-stack">
      <Choices label="Shell" value={settings.presence} options={PRESENCE} onChange={(presence) => onChange({ ...settings, presence })} />
      {settings.presence === 'absent' ? (
        <p className="sb-hint">The app runs as in a plain browser: it signs in on its own pages and has no phone book.</p>
      ) : (
        <>
          <Choices label="Login" value={settings.login} options={LOGIN} onChange={(login) => onChange({ ...settings, login })} />
          <Choices label="Answers" value={settings.manner} options={ANSWERS} onChange={(manner) => onChange({ ...settings, manner })} />
          <Choices
            label="Push messages"
            value={settings.pushes}
            options={PUSHES}
            onChange={(pushes) => onChange({ ...settings, pushes })}
          />
          <Choices
            label="Collecting data"
            value={settings.collects}
            options={COLLECTING}
            onChange={(collects) => onChange({ ...settings, collects })}
          />
        </>
      )}
      <p className="sb-hint">Changes reopen the app.</p>
    </div>
  </Panel>
);
