import { useId, type InputHTMLAttributes } from 'react';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string | undefined;
  error?: string | undefined;
  /**
   * Shows dots. Not a password field: browsers must not offer to store a PIN, and screen readers announce a text box.
   */
  concealed?: boolean;
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'maxLength' | 'min'>;

/** A labelled input of the sandbox; the app's fields are in `src/forms`. */
export function PanelField({ label, value, onChange, hint, error, concealed = false, ...input }: Props) {
  const id = useId();
  const description = error ?? hint;
  return (
    <div className="sb-field">
      <label className="sb-field__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={concealed ? 'sb-input sb-input--concealed' : 'sb-input'}
        autoComplete="off"
        {...input}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={description ? `${id}-description` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {description && (
        <p id={`${id}-description`} className={error ? 'sb-error' : 'sb-hint'} role={error ? 'alert' : undefined}>
          {description}
        </p>
      )}
    </div>
  );
}
