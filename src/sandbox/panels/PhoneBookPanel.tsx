import { useState } from 'react';
import { Button } from '#src/ui/button/Button.tsx';
import { contact as contactIcon } from '#src/ui/icon/secondaryIcons.ts';
import { Panel } from '../parts/Panel.tsx';
import { PanelField } from '../parts/PanelField.tsx';
import type { Contact } from '../shell/shellSettings.ts';

interface Props {
  contacts: readonly Contact[];
  onSave: (contact: Contact) => void;
  onRemove: (id: string) => void;
}

/** The contacts of the phone. Numbers are stored as typed: the app has to normalise them. */
export function PhoneBookPanel({ contacts, onSave, onRemove }: Props) {
  const [edited, setEdited] = useState<Contact | null>(null);
  const fresh = (): Contact => ({
    id: `c${contacts.reduce((most, { id }) => Math.max(most, Number(id.slice(1))), 0) + 1}`,
    name: '',
    phone: '',
  });
  return (
    <Panel
      title="Phone book"
      icon={contactIcon}
      aside={
        <Button kind="secondary" size="small" onPress={() => setEdited(fresh())}>
          Add a contact
        </Button>
      }
    >
      <ul className="sb-rows">
        {contacts.map((contact) => (
          <li key={contact.id} className="sb-row">
            <span>
              <span className="sb-strong">{contact.name}</span>
              <span className="sb-mono">{contact.phone}</span>
            </span>
            <Button kind="quiet" size="small" label={`Edit ${contact.name}`} onPress={() => setEdited(contact)}>
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {edited && (
        <form
          className="sb-stack sb-inset"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSave(edited);
            setEdited(null);
          }}
        >
          <PanelField label="Name" value={edited.name} onChange={(name) => setEdited({ ...edited, name })} />
          <PanelField label="Phone number" type="tel" value={edited.phone} onChange={(phone) => setEdited({ ...edited, phone })} />
          <div className="sb-buttons">
            <Button type="submit" size="small">
              Save contact
            </Button>
            {contacts.some(({ id }) => id === edited.id) && (
              <Button
                kind="secondary"
                size="small"
                onPress={() => {
                  onRemove(edited.id);
                  setEdited(null);
                }}
              >
                Remove
              </Button>
            )}
            <Button kind="quiet" size="small" onPress={() => setEdited(null)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
