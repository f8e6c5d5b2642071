import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { check } from '../icon/primaryIcons.ts';
import { FieldMessages, type FieldFrame } from './Field.tsx';
import styles from './OptionSheet.module.css';
import type { Choice } from './RadioGroup.tsx';
import { Sheet, type SheetProps } from './Sheet.tsx';
import { formText } from './strings.ts';
import { TextField } from './TextField.tsx';

export interface OptionSheetProps extends Pick<SheetProps, 'language' | 'title' | 'opener' | 'onCancel'> {
  choices: readonly Choice[];
  /** The selected option; empty: no option is selected in advance. */
  value: string;
  /** Long lists can be searched. */
  searchable: boolean;
  onConfirm: (id: string) => void;
}

/** Lower-case letters and digits without accents: "Muranga" finds Murang'a. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');

/** Options as native radio rows. The selection takes effect when it is confirmed. */
export function OptionSheet({ language, title, opener, choices, value, searchable, onConfirm, onCancel }: OptionSheetProps) {
  const [query, setQuery] = useState('');
  const [error, setError] = useState<string | undefined>();
  const rows = useRef<HTMLDivElement>(null);
  const t = formText(language);
  const wanted = plain(query);
  const fits = (choice: Choice): boolean => plain(choice.label).includes(wanted);
  const count = searchable ? choices.filter(fits).length : choices.length;
  const frame: FieldFrame = { id: `${opener}-sheet`, language, label: title, error };

  useEffect(() => {
    const list = rows.current;
    const chosen = list?.querySelector<HTMLElement>('input:checked')?.parentElement;
    if (list && chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - (list.clientHeight - chosen.offsetHeight) / 2;
  }, []);

  const confirm = () => {
    const chosen = rows.current?.querySelector<HTMLInputElement>('input:checked');
    if (chosen) onConfirm(chosen.value);
    else setError(t('chooseOne'));
  };

  return (
    <Sheet language={language} title={title} opener={opener} onConfirm={confirm} onCancel={onCancel}>
      <div className={styles.list}>
        <div className={styles.head}>
          {searchable && (
            <div className={styles.search}>
              <TextField
                id={`${opener}-search`}
                name="search"
                language={language}
                label={t('search')}
                value={query}
                autocomplete="off"
                enterKey="search"
                onChange={(_name, text) => setQuery(text)}
              />
              <p className="visually-hidden" role="status">
                {wanted === '' ? '' : t('matches', { count })}
              </p>
            </div>
          )}
          <div role="alert">
            <FieldMessages frame={frame} />
          </div>
        </div>
        <div className={styles.rows} role="radiogroup" aria-label={title} ref={rows} onChange={() => setError(undefined)}>
          {choices.map((choice) => (
            <label key={choice.id} className={styles.option} hidden={searchable && !fits(choice)}>
              <input
                className={styles.input}
                type="radio"
                name={`${opener}-option`}
                value={choice.id}
                defaultChecked={choice.id === value}
              />
              <span className={styles.label}>{choice.label}</span>
              <span className={styles.check}>
                <Icon path={check} />
              </span>
            </label>
          ))}
          {count === 0 && <p className={styles.none}>{t('noMatch')}</p>}
        </div>
      </div>
    </Sheet>
  );
}
