/** The staff: invitations, roles, own numbers, and the end of a member's access. */
import { useState } from 'react';
import { ROLES, type Role, type StaffRow } from '#src/api/desk.ts';
import { formatMsisdn, toMsisdn, type Msisdn } from '#machines/model/phoneNumber.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { newRequestId } from '#src/ui/requestId.ts';
import { Select, TextInput } from '../parts/DeskFields.tsx';
import { Box, Loading, NotLoaded, Problem, TableRegion, Title } from '../parts/Parts.tsx';
import type { ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';
import { ROLE_NAMES } from '../deskWords.ts';

const ROLE_OPTIONS = ROLES.map((role) => [role, ROLE_NAMES[role]] as const);
const roleOf = (value: string): Role => ROLES.find((role) => role === value) ?? 'reviewer';

/** Reads the own number that an administrator typed: empty, or a Kenyan mobile number. */
function readOwnMobile(typed: string): { mobile: Msisdn | null; mistake: string | undefined } {
  const mobile = toMsisdn(typed);
  const isWrong = typed.trim() !== '' && mobile === null;
  return { mobile, mistake: isWrong ? 'Enter a Kenyan mobile number, or leave it empty.' : undefined };
}

function Invite({ state, send }: ScreenProps) {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const [mobile, setMobile] = useState('');
  /** The id of an unchanged invitation stays the same, so that a repeated press after a lost answer invites nobody twice. */
  const [request, setRequest] = useState<{ id: string; of: string } | null>(null);
  const [wrong, setWrong] = useState<{ name?: string; mobile?: string }>({});
  const isInviting = state.matches({ working: { place: { staff: 'inviting' } } });
  const submit = (): void => {
    const { mobile: ownMobile, mistake } = readOwnMobile(mobile);
    const mistakes = {
      ...(name.trim() === '' ? { name: 'Enter the name.' } : {}),
      ...(mistake === undefined ? {} : { mobile: mistake }),
    };
    setWrong(mistakes);
    if (Object.keys(mistakes).length > 0) return;
    const of = [name.trim(), role, ownMobile].join(' ');
    const id = request?.of === of ? request.id : newRequestId();
    setRequest({ id, of });
    send({ type: 'member.invited', name: name.trim(), role, ownMobile, requestId: id });
  };
  return (
    <Box title="Invite somebody">
      <form
        className="dk-form dk-form--row"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput label="Name" value={name} onChange={setName} error={wrong.name} maxLength={60} />
        <Select label="Role" value={role} onChange={(value) => setRole(roleOf(value))} options={ROLE_OPTIONS} />
        <TextInput
          label="Own mobile number, if any"
          inputMode="tel"
          value={mobile}
          onChange={setMobile}
          error={wrong.mobile}
          maxLength={20}
        />
        <Button type="submit" size="small" busy={isInviting && 'Inviting'}>
          Invite
        </Button>
      </form>
    </Box>
  );
}

/** The list alone changes no role, because arrow keys step through all of its roles. A button confirms the choice. */
function RoleChoice({ row: { name, role }, onChange }: { row: StaffRow; onChange: (role: Role) => void }) {
  const [chosen, setChosen] = useState(role);
  return (
    <div className="dk-role">
      <select
        className="dk-input"
        aria-label={`Role of ${name}`}
        value={chosen}
        onChange={(event) => setChosen(roleOf(event.target.value))}
      >
        {ROLE_OPTIONS.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
      {chosen !== role && (
        <button type="button" className="dk-act" aria-label={`Change the role of ${name}`} onClick={() => onChange(chosen)}>
          Change
        </button>
      )}
    </div>
  );
}

/** The number with which a member borrows here. The lender lets only another administrator change a member's own number. */
function OwnNumber({
  row: { name, ownMobile },
  isFixed,
  onChange,
}: {
  row: StaffRow;
  isFixed: boolean;
  onChange: (mobile: Msisdn | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string>();
  const shown = ownMobile === null ? 'None' : formatMsisdn(ownMobile);
  if (isFixed) return shown;
  if (typed === null)
    return (
      <div className="dk-number">
        <span>{shown}</span>
        <button
          type="button"
          className="dk-act"
          aria-label={ownMobile === null ? `Note the number of ${name}` : `Change the number of ${name}`}
          onClick={() => setTyped(ownMobile === null ? '' : formatMsisdn(ownMobile))}
        >
          {ownMobile === null ? 'Note one' : 'Change'}
        </button>
      </div>
    );
  const save = (): void => {
    const { mobile, mistake } = readOwnMobile(typed);
    setWrong(mistake);
    if (mistake !== undefined) return;
    // The typed value stays in the field until the row has the number, because the change may fail.
    if (mobile === ownMobile) setTyped(null);
    else onChange(mobile);
  };
  return (
    <form
      className="dk-number"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextInput
        label={`Number with which ${name} borrows`}
        hint="Empty: none."
        inputMode="tel"
        value={typed}
        onChange={setTyped}
        error={wrong}
        maxLength={20}
      />
      <div>
        <button type="submit" className="dk-act">
          Save
        </button>{' '}
        <button type="button" className="dk-act" onClick={() => setTyped(null)}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function Member({ row, state, send }: ScreenProps & { row: StaffRow }) {
  const { staffId, name, role, ownMobile, isActive, lastSeenAt } = row;
  const isSelf = staffId === state.context.session?.staffId;
  const change = (part: { role?: Role; isActive?: boolean; ownMobile?: Msisdn | null }): void =>
    send({ type: 'member.changed', staffId, ...part, requestId: newRequestId() });
  return (
    <tr className={isActive ? undefined : 'dk-off'}>
      <th scope="row">{name}</th>
      <td>
        {isSelf || !isActive ? ROLE_NAMES[role] : <RoleChoice key={role} row={row} onChange={(chosen) => change({ role: chosen })} />}
      </td>
      <td className="num dk-nowrap">
        <OwnNumber
          key={ownMobile}
          row={row}
          isFixed={!isActive || (isSelf && ownMobile !== null)}
          onChange={(mobile) => change({ ownMobile: mobile })}
        />
      </td>
      <td className="num dk-nowrap">{lastSeenAt === null ? 'Never' : momentText(lastSeenAt)}</td>
      <td>
        {isSelf ? (
          'You'
        ) : (
          <button
            type="button"
            className="dk-act"
            aria-label={isActive ? `End the access of ${name}` : `Give ${name} access again`}
            onClick={() => change({ isActive: !isActive })}
          >
            {isActive ? 'End access' : 'Give access'}
          </button>
        )}
      </td>
    </tr>
  );
}

export function Staff(props: ScreenProps) {
  const { state, send } = props;
  const { staff, link, linkFor, problem } = state.context;
  const isFailed = state.matches({ working: { place: { staff: 'failed' } } });
  return (
    <div className="dk-page">
      <Title note="A change of role and the end of access end the sessions of that person at once.">Staff</Title>
      {isFailed ? <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} /> : <Problem problem={problem} />}
      {link !== null && (
        <Box title={`Give ${linkFor} this link`}>
          <p>
            It is shown once, can be used once, and is good for a day. Give it to {linkFor} alone, not by a group chat. If it is lost,
            invite them again under the same name.
          </p>
          <p className="dk-secret" tabIndex={0}>
            {link}
          </p>
        </Box>
      )}
      {staff.is === 'loading' && !isFailed && <Loading>Loading staff</Loading>}
      {staff.is === 'loaded' && (
        <>
          <TableRegion label="Staff">
            <table>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col">Role</th>
                  <th scope="col">Own number</th>
                  <th scope="col">Last seen</th>
                  <th scope="col">Access</th>
                </tr>
              </thead>
              <tbody>
                {staff.value.map((row) => (
                  <Member key={row.staffId} row={row} {...props} />
                ))}
              </tbody>
            </table>
          </TableRegion>
          <Invite {...props} />
        </>
      )}
    </div>
  );
}
