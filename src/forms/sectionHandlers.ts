/** The handlers of a section's controls. The description defines the effect of a change; the form enters and stores it. */
import type { JourneyEvent } from '#machines/events.ts';
import { formText } from '#src/ui/form/strings.ts';
import type { Appearing, Edit, FormActions } from './formActions.ts';
import type { FormActor } from '#machines/form.machine.ts';
import type { Remark } from '#machines/model/form.ts';
import { say } from './messages/index.ts';
import { fieldNamed, isShown, refusalOf, withChange } from './scope.ts';
import { sections } from './sections/index.ts';
import { removedFrom } from './text.ts';
import type { TypingOrder } from './typingOrder.ts';
import type { Field, Scope, SectionName } from './types.ts';

/** The object and its functions never change during the life of the form. */
export interface FieldHandlers {
  typed: (name: string, text: string) => void;
  left: (name: string) => void;
  chosen: (name: string, id: string) => void;
  opened: (name: string) => void;
  contactAsked: (index: number) => void;
  confirmPick: (name: string, value: string) => void;
  cancelPick: () => void;
}

/** Names the characters that a text field did not take; empty: no visible character was removed. */
function removedBy(field: Field, text: string, kept: string, settle: (typed: string) => string, scope: Scope): string {
  if (field.kind !== 'text') return '';
  const keeps = (character: string) => settle(`a${character}a`).length > 2;
  const t = formText(scope.lang);
  const characters = removedFrom(text, kept, keeps).replace('␣', t('space'));
  return characters === '' ? '' : t('removed', { characters });
}

interface FormParts {
  actor: FormActor;
  actions: FormActions;
  order: TypingOrder;
}

export function sectionHandlers(
  section: SectionName,
  scope: Scope,
  { actor, actions, order }: FormParts,
  send: (event: JourneyEvent) => void,
): FieldHandlers {
  const t = say(scope.lang);
  const remark = (made: Remark) => actor.send({ type: 'field.remarked', remark: made });
  const changeOf =
    (name: string, value: string): Edit =>
    (values) =>
      withChange(section, values, name, value, scope);
  const appearing: Appearing = (before, after) =>
    sections[section].fields.filter((field) => !isShown(field, before, scope) && isShown(field, after, scope)).map(({ name }) => name);
  const chosen = (name: string, id: string) => actions.chosen(name, id, changeOf(name, id), appearing);

  return {
    typed(name, text) {
      const field = fieldNamed(section, name);
      if (!field) return;
      const settle = (typed: string) => field.sanitise?.(typed, scope) ?? typed;
      const kept = settle(text);
      const removed = removedBy(field, text, kept, settle, scope);
      order.typed(name);
      if (kept !== (actions.present()[name] ?? '')) actions.typed(name, kept, removed, changeOf(name, kept));
      else if (removed !== '') remark({ field: name, kind: 'removed', text: removed });
    },
    left: actions.left,
    chosen,
    opened(name) {
      const locked = fieldNamed(section, name)?.locked?.(actions.present(), scope) ?? null;
      if (locked === null) send({ type: 'picker.opened', field: name });
      else remark({ field: name, kind: 'refused', text: t(locked) });
    },
    contactAsked(index) {
      actions.keep();
      send({ type: 'contact.pickRequested', index });
    },
    confirmPick(name, value) {
      const field = fieldNamed(section, name);
      const refusal = field ? refusalOf(field, value, actions.present(), scope) : null;
      if (refusal) {
        remark({ field: name, kind: 'refused', text: t(refusal.key, refusal.params) });
        send({ type: 'picker.cancelled' });
        return;
      }
      chosen(name, value);
      send({ type: 'picker.confirmed', field: name, value });
    },
    cancelPick: () => send({ type: 'picker.cancelled' }),
  };
}
