/** The sheet of a field: options or a date. */
import { LIMITS } from '#src/market/limits.ts';
import { labelOf } from '#src/market/options.ts';
import { DateSheet } from '#src/ui/form/DateSheet.tsx';
import { OptionSheet } from '#src/ui/form/OptionSheet.tsx';
import { controlId } from './FieldControl.tsx';
import { formMessages } from './strings.ts';
import type { Field, Scope, Values } from './types.ts';

export interface PickerSheetProps {
  field: Field;
  values: Values;
  scope: Scope;
  onConfirm: (name: string, value: string) => void;
  onCancel: () => void;
}

export function PickerSheet({ field, values, scope, onConfirm, onCancel }: PickerSheetProps) {
  const common = {
    language: scope.lang,
    title: formMessages(scope.lang)(field.label, { ...field.params }),
    opener: controlId(field.name),
    value: values[field.name] ?? '',
    onConfirm: (value: string) => onConfirm(field.name, value),
    onCancel,
  };
  if (field.dates) {
    const { years, start } = field.dates(scope);
    return <DateSheet {...common} years={years} start={start} />;
  }
  const options = field.options?.(values, scope) ?? [];
  return (
    <OptionSheet
      {...common}
      choices={options.map((option) => ({ id: option.id, label: labelOf(option, scope.lang) }))}
      // A list of numbers needs no search.
      searchable={options.length >= LIMITS.searchFrom && !options.every(({ id, label }) => label === id)}
    />
  );
}
