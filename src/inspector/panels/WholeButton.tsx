import { Icon } from '#src/ui/icon/Icon.tsx';
import { shrink, widen } from '../inspectorIcons.ts';

/** Shows one panel alone, or all side by side again. @param panel the name of the panel: "chart". */
export const WholeButton = ({ panel, isWhole, onToggle }: { panel: string; isWhole: boolean; onToggle: () => void }) => (
  <button
    className="key key--small"
    type="button"
    aria-pressed={isWhole}
    aria-label={`The ${panel} alone`}
    title={isWhole ? 'All panels side by side' : `The ${panel} alone`}
    onClick={onToggle}
  >
    <Icon path={isWhole ? shrink : widen} size="xs" />
  </button>
);
