/** The member's own account: the end of the session, and the ways to sign in. */
import { useRef, useState } from 'react';
import type { OwnChange } from '#machines/desk/context.ts';
import type { OwnPasskey } from '#src/api/desk.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { AuthenticatorKey } from '../parts/AuthenticatorKey.tsx';
import { TextInput } from '../parts/DeskFields.tsx';
import { Box, Loading, NotLoaded, Problem, Title } from '../parts/Parts.tsx';
import { typedIn, type ScreenProps } from '../parts/deskScreenProps.ts';
import { momentText } from '../time.ts';
import { ROLE_NAMES } from '../deskWords.ts';

const ELSEWHERE = 'You are signed out in every other browser.';
const CHANGED: Readonly<Record<OwnChange, string>> = {
  password: `Your password is changed. ${ELSEWHERE}`,
  passkeyAdded: `The passkey is added. ${ELSEWHERE}`,
  passkeyRemoved: `The passkey is removed. ${ELSEWHERE}`,
  authenticator: `Your new authenticator app signs you in from now on. Delete the old entry. ${ELSEWHERE}`,
};

type Step = 'failed' | 'changingPassword' | 'addingPasskey' | 'removingPasskey' | 'renewingAuthenticator' | 'showingKey' | 'confirmingKey';
const isAt = (state: ScreenProps['state'], step: Step): boolean => state.matches({ working: { place: { account: step } } });

const PresentPassword = () => (
  <TextInput label="Present password" name="password" type="password" autoComplete="current-password" required maxLength={256} />
);

/** The two new passwords are compared here, because the chart receives only one of them. */
function Password({ state, send }: ScreenProps) {
  const [differs, setDiffers] = useState(false);
  const isChanging = isAt(state, 'changingPassword');
  return (
    <Box title="Password">
      <form
        className="dk-form"
        aria-label="Password"
        onSubmit={(event) => {
          event.preventDefault();
          const { password = '', newPassword = '', again = '' } = typedIn(event.currentTarget);
          setDiffers(newPassword !== again);
          if (newPassword === again && !isChanging) send({ type: 'password.changed', password, newPassword });
        }}
      >
        <PresentPassword />
        <TextInput
          label="New password"
          hint="At least 12 characters. Four words that do not belong together are good."
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          maxLength={256}
        />
        <TextInput
          label="New password again"
          name="again"
          type="password"
          autoComplete="new-password"
          required
          maxLength={256}
          error={differs ? 'The two new passwords differ.' : undefined}
        />
        <div className="dk-buttons">
          <Button type="submit" size="small" busy={isChanging && 'Changing'}>
            Change the password
          </Button>
        </div>
      </form>
    </Box>
  );
}

function PasskeyLine({ passkey, state, send, hasPassword }: ScreenProps & { passkey: OwnPasskey; hasPassword: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { passkeyId, label, createdAt, lastUsedAt } = passkey;
  const isRemoving = isAt(state, 'removingPasskey');
  return (
    <li>
      <div className="dk-keys__line">
        <p>
          <b>{label}</b>
          <br />
          <span className="muted">
            Added {momentText(createdAt)}. {lastUsedAt === null ? 'Not used yet.' : `Last used ${momentText(lastUsedAt)}.`}
          </span>
        </p>
        {!isAsking && (
          <button ref={opener} type="button" className="dk-act" aria-label={`Remove ${label}`} onClick={() => setAsking(true)}>
            Remove
          </button>
        )}
      </div>
      {isAsking && (
        <form
          className="dk-form dk-form--row"
          aria-label={`Remove ${label}`}
          onSubmit={(event) => {
            event.preventDefault();
            const { password = '' } = typedIn(event.currentTarget);
            if (!isRemoving) send({ type: 'passkey.removed', passkeyId, password });
          }}
        >
          {hasPassword && <PresentPassword />}
          <Button type="submit" size="small" busy={isRemoving && 'Removing'}>
            Remove this passkey
          </Button>
          <Button kind="quiet" size="small" onPress={() => setAsking(false)}>
            Keep it
          </Button>
        </form>
      )}
    </li>
  );
}

function Passkeys({ state, send, passkeys, hasPassword }: ScreenProps & { passkeys: readonly OwnPasskey[]; hasPassword: boolean }) {
  const isAdding = isAt(state, 'addingPasskey');
  return (
    <Box title="Passkeys">
      <p>
        With a passkey you sign in by fingerprint, face or PIN of this computer, without password and code. Another computer needs a passkey
        of its own.
      </p>
      {passkeys.length > 0 && (
        <ul className="dk-keys">
          {passkeys.map((passkey) => (
            <PasskeyLine key={passkey.passkeyId} passkey={passkey} state={state} send={send} hasPassword={hasPassword} />
          ))}
        </ul>
      )}
      <form
        // A new key empties the form after a passkey was added.
        key={passkeys.length}
        className="dk-form"
        aria-label="Add a passkey"
        onSubmit={(event) => {
          event.preventDefault();
          const { label = '', password = '' } = typedIn(event.currentTarget);
          if (!isAdding) send({ type: 'passkey.added', label: label.trim(), password });
        }}
      >
        <TextInput label="Name of this computer" name="label" required maxLength={60} />
        {hasPassword && <PresentPassword />}
        <div className="dk-buttons">
          <Button type="submit" size="small" busy={isAdding && 'Waiting for the browser'}>
            Add a passkey
          </Button>
        </div>
      </form>
    </Box>
  );
}

function Authenticator({ state, send }: ScreenProps) {
  const { renewal } = state.context;
  const isRenewing = isAt(state, 'renewingAuthenticator');
  const isConfirming = isAt(state, 'confirmingKey');
  if (renewal)
    return (
      <Box title="Authenticator app">
        <form
          className="dk-form"
          aria-label="New authenticator app"
          onSubmit={(event) => {
            event.preventDefault();
            const { code = '' } = typedIn(event.currentTarget);
            if (!isConfirming) send({ type: 'authenticator.confirmed', code: code.replace(/\s/g, '') });
          }}
        >
          <p>Add the desk to your new authenticator app: scan the picture, or type the secret. Your old app signs you in until you have.</p>
          <AuthenticatorKey authenticator={renewal} />
          <TextInput
            label="Six digits that the new entry shows"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={7}
          />
          <div className="dk-buttons">
            <Button type="submit" size="small" busy={isConfirming && 'Checking'}>
              Use the new app
            </Button>
            <Button kind="quiet" size="small" onPress={() => send({ type: 'authenticator.kept' })}>
              Keep the old one
            </Button>
          </div>
        </form>
      </Box>
    );
  return (
    <Box title="Authenticator app">
      <p>For a new phone, or when somebody else may have seen the secret.</p>
      <form
        className="dk-form"
        aria-label="Authenticator app"
        onSubmit={(event) => {
          event.preventDefault();
          const { password = '' } = typedIn(event.currentTarget);
          if (!isRenewing) send({ type: 'authenticator.renewed', password });
        }}
      >
        <PresentPassword />
        <div className="dk-buttons">
          <Button type="submit" size="small" busy={isRenewing && 'Asking'}>
            Move to another app
          </Button>
        </div>
      </form>
    </Box>
  );
}

export function Account({ state, send }: ScreenProps) {
  const { session, problem, account, changed } = state.context;
  if (!session) return null;
  return (
    <div className="dk-page">
      <Title note={ROLE_NAMES[session.role]}>{session.name}</Title>
      <p>Your session lasts until {momentText(session.endsAt)} at most, and ends after 15 minutes without work.</p>
      {isAt(state, 'failed') ? (
        <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      ) : (
        <Problem problem={problem} />
      )}
      {changed && (
        <div role="status">
          <Note>
            <p>{CHANGED[changed]}</p>
          </Note>
        </div>
      )}
      {account.is === 'loading' && <Loading>Loading your account</Loading>}
      {account.is === 'loaded' && (
        <div className="dk-charts">
          <Passkeys state={state} send={send} {...account.value} />
          {account.value.hasPassword ? (
            <>
              {/* Emptied once it was changed. */}
              <Password key={changed === 'password' ? 'changed' : 'password'} state={state} send={send} />
              <Authenticator state={state} send={send} />
            </>
          ) : (
            <p className="muted">A made-up clerk of the sandbox has neither password nor authenticator app.</p>
          )}
        </div>
      )}
    </div>
  );
}
