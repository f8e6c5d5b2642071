import { memo } from 'react';
import type { ChangedElsewhere } from '#machines/model/form.ts';
import { Note } from '#src/ui/note/Note.tsx';
import type { Scope } from './types.ts';
import { versionText } from './versionStrings.ts';

/** What another window of this phone did to these fields, said when it happens. */
export const ElsewhereNote = memo(function ElsewhereNote({ scope, elsewhere }: { scope: Scope; elsewhere: ChangedElsewhere }) {
  const t = versionText(scope.lang);
  const { taken, kept } = elsewhere;
  return (
    <div role="status">
      {(taken.length > 0 || kept.length > 0) && (
        <Note>
          {taken.length > 0 && <p>{t('updated', { fields: taken.join(', ') })}</p>}
          {kept.map(({ field, label, other }) => (
            <p key={field}>{t('kept', { field: label, value: other || t('nothing') })}</p>
          ))}
        </Note>
      )}
    </div>
  );
});
