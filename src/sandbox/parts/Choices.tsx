import { useId } from 'react';

/**
 * A choice among few options, as a row of segments. Native radio buttons, so that arrow keys and screen readers work.
 */
export function Choices<T extends string | number>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const name = useId();
  return (
    <fieldset className="sb-choices">
      <legend className="sb-field__label">{label}</legend>
      <div className="sb-segments">
        {options.map(([option, words]) => (
          <label key={option} className="sb-segment">
            <input className="sb-segment__input" type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
            <span className="sb-segment__words">{words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
