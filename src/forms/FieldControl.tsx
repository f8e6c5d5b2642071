/** One field, drawn with the control of its kind. Memoised, so that a key press renders one field only. */
import { memo, useMemo } from 'react';
import { groupDigits } from '#machines/model/phoneNumber.ts';
import { labelOf } from '#src/market/options.ts';
import { contact as contactIcon } from '#src/ui/icon/secondaryIcons.ts';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { CodeField } from '#src/ui/form/CodeField.tsx';
import type { FieldFrame } from '#src/ui/form/Field.tsx';
import { PhoneField } from '#src/ui/form/PhoneField.tsx';
import { PickerField } from '#src/ui/form/PickerField.tsx';
import { RadioGroup } from '#src/ui/form/RadioGroup.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { IconButton } from '#src/ui/iconButton/IconButton.tsx';
import { listOf } from './rules.ts';
import { formMessages } from './strings.ts';
import type { FieldView } from './fieldViews.ts';
import type { FieldHandlers } from './sectionHandlers.ts';
import type { Field, Scope } from './types.ts';

export interface FieldControlProps {
  view: FieldView;
  scope: Scope;
  handlers: FieldHandlers;
}

/** The id of a field's control. The links of the error summary lead to it. */
export const controlId = (name: string): string => `field-${name}`;

/** The texts of a field that do not depend on its value. They are looked up once, not at every key press. */
const wordsOf = (field: Field, scope: Scope) => {
  const t = formMessages(scope.lang);
  const params = field.kind === 'email' ? { hosts: listOf(scope.market.emailHosts, scope) } : field.params;
  const hint = field.hint?.(scope) ?? null;
  const n = field.input?.contact;
  return {
    label: t(field.label, params),
    hint: hint === null ? undefined : t(hint, params),
    pickContact: n === undefined ? '' : t('form.pickContact', { n }),
  };
};

export const FieldControl = memo(function FieldControl({ view, scope, handlers }: FieldControlProps) {
  const { field, value, shown, suggestions, required, error, note, locked, open } = view;
  const { name, input = {} } = field;
  const words = useMemo(() => wordsOf(field, scope), [field, scope]);
  const why = locked === null ? undefined : formMessages(scope.lang)(locked);
  const frame: FieldFrame = {
    id: controlId(name),
    language: scope.lang,
    label: words.label,
    // The reason for the lock is shown once: as the error after a press of the locked field, and as the hint before.
    hint: why === undefined ? words.hint : why === error ? undefined : why,
    error,
    note,
    optional: !required,
  };

  switch (field.kind) {
    case 'radio': {
      const choices = (field.options?.({}, scope) ?? []).map((option) => ({ id: option.id, label: labelOf(option, scope.lang) }));
      return <RadioGroup {...frame} name={name} value={value} choices={choices} onChange={handlers.chosen} />;
    }
    case 'checkbox':
      return (
        <Checkbox {...frame} name={name} checked={value === 'yes'} onChange={(of, checked) => handlers.chosen(of, checked ? 'yes' : '')}>
          {frame.label}
        </Checkbox>
      );
    case 'picker':
    case 'date':
      return (
        <PickerField
          {...frame}
          name={name}
          shown={shown}
          kind={field.kind === 'date' ? 'date' : 'options'}
          open={open}
          locked={locked !== null}
          onOpen={handlers.opened}
        />
      );
    default: {
      const display = (kept: string) => {
        if (field.kind === 'phone') return groupDigits(kept);
        return field.display ? field.display(kept, scope) : kept;
      };
      const typing = {
        ...frame,
        name,
        value: display(value),
        required,
        autocomplete: input.autocomplete ?? 'off',
        enterKey: 'next' as const,
        affix: input.affix,
        onChange: handlers.typed,
        settle: (text: string) => display(field.sanitise ? field.sanitise(text, scope) : text),
        onBlur: handlers.left,
      };
      if (input.code) {
        const { autocomplete: _, affix: __, ...code } = typing;
        return <CodeField {...code} arrivesHere={input.code === 'here'} />;
      }
      if (field.kind === 'phone') {
        const n = input.contact;
        return (
          <PhoneField
            {...typing}
            action={
              n === undefined ? undefined : (
                <IconButton path={contactIcon} label={words.pickContact} onPress={() => handlers.contactAsked(n)} />
              )
            }
          />
        );
      }
      return (
        <TextField
          {...typing}
          mode={field.kind === 'email' ? 'email' : input.mode}
          capitalise={field.kind === 'email' ? 'none' : input.capitalise}
          maxLength={typeof input.maxLength === 'function' ? input.maxLength(scope) : undefined}
          suggestions={suggestions}
        />
      );
    }
  }
});
