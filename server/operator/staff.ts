/**
 * `npm run staff`: invites the first administrator, ends a compromised account, and helps a member of staff who lost their
 * phone.
 */
import { parseArgs } from 'node:util';
import { toMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import { invitationPath, type Members } from '#server/staff/members.ts';
import { DeskRefused } from '#server/staff/deskRefused.ts';
import { CannotStart } from '#server/store/cannotStart.ts';
import type { Store } from '#server/store/store.ts';
import { verbCommand } from '#server/store/verbCommand.ts';
import { inNairobi } from './verbWords.ts';

export type StaffRequest =
  | { do: 'list' }
  | { do: 'add-administrator'; name: string; mobile: Msisdn | null }
  | { do: 'deactivate'; name: string }
  | { do: 'reset'; name: string };

const CHOICES = [
  'Say what to do:',
  '  list',
  '  add-administrator NAME [--mobile 0712345678]   the number that they borrow with, if they do',
  '  deactivate NAME                                ends their sessions and keeps them out',
  '  reset NAME                                     a new password, authenticator and passkeys',
].join('\n');

/** Longest name that the desk accepts. */
const LONGEST_NAME = 60;

function mobileFrom(text: string | undefined): Msisdn | null {
  if (text === undefined) return null;
  const mobile = toMsisdn(text);
  if (mobile === null) throw new CannotStart(`"${text}" is no Kenyan mobile number, such as 0712345678.`);
  return mobile;
}

/** @throws CannotStart with the choices. */
export function readStaffRequest(args: readonly string[]): StaffRequest {
  const { positionals, values } = parseArgs({ args: [...args], options: { mobile: { type: 'string' } }, allowPositionals: true });
  const [what, given, ...more] = positionals;
  const name = given?.trim().normalize() ?? '';
  if (more.length > 0) throw new CannotStart(`Write the name in quotes: "${[given, ...more].join(' ')}".`);
  if (values.mobile !== undefined && what !== 'add-administrator') throw new CannotStart(CHOICES);
  if (what === 'list' && given === undefined) return { do: what };
  if (what !== 'add-administrator' && what !== 'deactivate' && what !== 'reset') throw new CannotStart(CHOICES);
  if (name === '' || name.length > LONGEST_NAME) throw new CannotStart(`Name the member of staff, in at most ${LONGEST_NAME} characters.`);
  return what === 'add-administrator' ? { do: what, name, mobile: mobileFrom(values.mobile) } : { do: what, name };
}

export interface StaffDesk {
  members: Members;
  /** Origin of the desk, such as `https://desk.example.ke`. */
  origin: () => string;
}

const invitation = (name: string, origin: string, token: string): string[] => [
  `${name} opens this address once, within 24 hours, and chooses a password. Its host is DESK_HOST, or PAGE_HOST where that is not set:`,
  origin + invitationPath(token),
];

async function idOf(members: Members, store: Store, name: string): Promise<string> {
  const staffId = await members.find(store.db, name);
  if (staffId === null) throw new CannotStart(`No member of staff is called "${name}": ${verbCommand('staff', 'list')} names them.`);
  return staffId;
}

async function list(members: Members, store: Store): Promise<string[]> {
  const rows = await members.list(store.db);
  if (rows.length === 0)
    return [`Nobody works at the desk yet: ${verbCommand('staff', 'add-administrator', 'NAME')} invites the first one.`];
  return rows.map(({ name, role, isActive, lastSeenAt }) =>
    [
      name.padEnd(30),
      role.padEnd(14),
      isActive ? 'active     ' : 'deactivated',
      lastSeenAt === null ? 'never signed in' : `last seen ${inNairobi(lastSeenAt)}`,
    ].join('  '),
  );
}

async function carryOut(request: StaffRequest, store: Store, { members, origin }: StaffDesk): Promise<string[]> {
  switch (request.do) {
    case 'list':
      return list(members, store);
    case 'add-administrator': {
      const member = { name: request.name, role: 'administrator', ownMobile: request.mobile } as const;
      return invitation(request.name, origin(), await store.tx((tx) => members.invite(tx, member, null)));
    }
    case 'reset': {
      const staffId = await idOf(members, store, request.name);
      try {
        return invitation(request.name, origin(), await store.tx((tx) => members.reset(tx, staffId, null)));
      } catch (error) {
        const staff = await members.list(store.db);
        if (!(error instanceof DeskRefused) || staff.some(({ role, isActive }) => role === 'administrator' && isActive)) throw error;
        const invite = verbCommand('staff', 'add-administrator', 'NAME');
        throw new CannotStart(`${error.message} No administrator is active: ${invite} invites one.`, { cause: error });
      }
    }
    case 'deactivate': {
      const staffId = await idOf(members, store, request.name);
      await store.tx((tx) => members.change(tx, staffId, { isActive: false }, null));
      return [`${request.name} is signed out everywhere and cannot sign in any more. An administrator can activate them again.`];
    }
  }
}

/** @returns lines for the operator. @throws CannotStart */
export async function changeStaff(request: StaffRequest, store: Store, desk: StaffDesk): Promise<string[]> {
  try {
    return await carryOut(request, store, desk);
  } catch (error) {
    throw error instanceof DeskRefused ? new CannotStart(error.message) : error;
  }
}
