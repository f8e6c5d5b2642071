/** The settings and the contacts of the simulated shell, with their defaults. */

/** How the shell answers: at once, after some seconds, only the handshake, or everything twice. */
export const MANNERS = ['prompt', 'late', 'silent', 'twice'] as const;
export type Manner = (typeof MANNERS)[number];

export const COLLECTS = ['done', 'started', 'failed'] as const;
export type Collects = (typeof COLLECTS)[number];

export const PUSHES = ['delivered', 'lost'] as const;

export interface ShellSettings {
  /** Whether the app runs in the shell. `absent`: as in a plain browser. */
  presence: 'there' | 'absent';
  /** The shell's own login, or none; without one the app shows its own login pages. */
  login: 'own' | 'none';
  manner: Manner;
  /** Whether push messages reach the phone. */
  pushes: (typeof PUSHES)[number];
  /** Outcome of collecting. `started`: answers at once and uploads afterwards. */
  collects: Collects;
}

export interface Contact {
  id: string;
  name: string;
  phone: string;
}

export const defaultSettings: ShellSettings = { presence: 'there', login: 'none', manner: 'prompt', collects: 'done', pushes: 'delivered' };

/** Contacts with numbers as people store them, so that the app has to normalise them. */
export const defaultContacts: readonly Contact[] = [
  { id: 'c1', name: 'Mary Njeri', phone: '+254 722 100 200' },
  { id: 'c2', name: 'Peter Otieno', phone: '0733 200 300' },
  { id: 'c3', name: 'Grace Akinyi', phone: '0110 555 666' },
  { id: 'c4', name: 'John Kamau', phone: '254711400500' },
  { id: 'c5', name: 'Fatuma Ali', phone: '+234 0745 600 700' },
];
