import type { Contact } from '../shell/shellSettings.ts';
import { NativeSheet } from './NativeSheet.tsx';

/** The phone's own contact picker, over the app. */
export const PhoneBookSheet = ({
  contacts,
  onPick,
  onCancel,
}: {
  contacts: readonly Contact[];
  onPick: (contact: Contact) => void;
  onCancel: () => void;
}) => (
  <NativeSheet title="Choose a contact" closeLabel="Close contacts" onClose={onCancel}>
    {contacts.length === 0 ? (
      <p className="sb-quiet">The phone book is empty.</p>
    ) : (
      <ul className="sb-people">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <button className="sb-person" type="button" onClick={() => onPick(contact)}>
              <span className="sb-person__in">
                <span className="sb-disc" aria-hidden="true">
                  {contact.name.charAt(0)}
                </span>
                <span>
                  <span className="sb-strong">{contact.name}</span> <span className="sb-person__phone">{contact.phone}</span>
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    )}
  </NativeSheet>
);
