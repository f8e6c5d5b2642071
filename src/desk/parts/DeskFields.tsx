/** Labelled inputs of the desk: smaller than the borrower's, because they are used with keyboard and mouse all day. */
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';

interface Frame {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
}

function Framed({ label, hint, error, children }: Frame & { children: (id: string, describedBy: string | undefined) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={error ? 'dk-field dk-field--wrong' : 'dk-field'}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="dk-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="dk-wrong" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {children(id, described === '' ? undefined : described)}
    </div>
  );
}

type Input = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'maxLength' | 'required' | 'name' | 'defaultValue' | 'max' | 'autoFocus'
>;

interface TextProps extends Frame, Input {
  /** Narrower than React's type, a union of every autofill token: to compare with that union is slow to compile. */
  autoComplete?: string;
  value?: string;
  onChange?: (value: string) => void;
  suggestions?: readonly string[];
}

export const TextInput = ({ label, hint, error, value, onChange, suggestions, ...input }: TextProps) => (
  <Framed label={label} hint={hint} error={error}>
    {(id, describedBy) => (
      <>
        <input
          id={id}
          className="dk-input"
          autoComplete="off"
          spellCheck={false}
          list={suggestions && `${id}-list`}
          {...input}
          {...(value === undefined ? {} : { value })}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          onChange={(event) => onChange?.(event.target.value)}
        />
        {suggestions && (
          <datalist id={`${id}-list`}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        )}
      </>
    )}
  </Framed>
);

export const LongText = ({
  label,
  hint,
  error,
  value,
  onChange,
  maxLength,
}: Frame & { value: string; onChange: (value: string) => void; maxLength: number }) => (
  <Framed label={label} hint={hint} error={error}>
    {(id, describedBy) => (
      <textarea
        id={id}
        className="dk-input dk-input--long"
        rows={5}
        maxLength={maxLength}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Framed>
);

export const Select = ({
  label,
  hint,
  error,
  value,
  onChange,
  options,
  empty,
}: Frame & {
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, label: string])[];
  /** Label of the empty choice. Without it the list has no empty choice. */
  empty?: string;
}) => (
  <Framed label={label} hint={hint} error={error}>
    {(id, describedBy) => (
      <select
        id={id}
        className="dk-input"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    )}
  </Framed>
);

/** Boxes or circles in one group. */
export function Choices({
  label,
  error,
  kind,
  options,
  isChosen,
  onChoose,
}: {
  label: string;
  error?: string | undefined;
  kind: 'checkbox' | 'radio';
  options: readonly (readonly [value: string, label: string])[];
  isChosen: (value: string) => boolean;
  onChoose: (value: string, isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <fieldset className={error ? 'dk-field dk-field--wrong' : 'dk-field'} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {error && (
        <p className="dk-wrong" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      {options.map(([value, words]) => (
        <label key={value} className="dk-choice">
          <input type={kind} name={id} checked={isChosen(value)} onChange={(event) => onChoose(value, event.target.checked)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
