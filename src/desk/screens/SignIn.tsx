/** The pages before the desk: password and code, passkey, invitation, and the reason why the last session ended. */
import type { SessionEnd } from '#machines/desk/context.ts';
import { isUnsent } from '#machines/desk/draft.ts';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { AuthenticatorKey } from '../parts/AuthenticatorKey.tsx';
import { TextInput } from '../parts/DeskFields.tsx';
import { Loading, NotLoaded, Problem, Title } from '../parts/Parts.tsx';
import { typedIn, type ScreenProps } from '../parts/deskScreenProps.ts';
import { ROLE_NAMES } from '../deskWords.ts';

const ENDED: Readonly<Record<SessionEnd, string>> = {
  idle: 'You were signed out, because nothing was done for 15 minutes.',
  over: 'You were signed out, because a session lasts 8 hours.',
  lost: 'Your session has ended.',
  left: 'You are signed out.',
};

const Sheet = ({ children }: { children: React.ReactNode }) => <div className="dk-sheet">{children}</div>;

function Password({ state, send }: ScreenProps) {
  const { ended, problem, drafts } = state.context;
  const isChecking = state.matches({ signingIn: 'checkingPassword' });
  const isAsking = state.matches({ signingIn: 'askingPasskey' });
  return (
    <form
      className="dk-form"
      onSubmit={(event) => {
        event.preventDefault();
        const { name = '', password = '' } = typedIn(event.currentTarget);
        if (!isChecking) send({ type: 'password.submitted', name: name.trim(), password });
      }}
    >
      <Title>Sign in to the desk</Title>
      {ended && (
        <Note>
          <p>{ENDED[ended]}</p>
          {Object.values(drafts).some(isUnsent) && <p>What you typed is kept on this page until you sign in again.</p>}
        </Note>
      )}
      <Problem problem={problem} />
      <TextInput label="Name" name="name" autoComplete="username webauthn" required maxLength={60} />
      <TextInput label="Password" name="password" type="password" autoComplete="current-password" required maxLength={256} />
      <Button type="submit" busy={isChecking && 'Checking'}>
        Continue
      </Button>
      <Button kind="secondary" busy={isAsking && 'Waiting for the passkey'} onPress={() => send({ type: 'passkey.chosen' })}>
        Sign in with a passkey
      </Button>
    </form>
  );
}

function Code({ state, send }: ScreenProps) {
  const isChecking = state.matches({ signingIn: 'checkingCode' });
  return (
    <form
      className="dk-form"
      onSubmit={(event) => {
        event.preventDefault();
        const { code = '' } = typedIn(event.currentTarget);
        if (!isChecking) send({ type: 'code.submitted', code: code.replace(/\s/g, '') });
      }}
    >
      <Title>Enter the code</Title>
      <Problem problem={state.context.problem} />
      <TextInput
        label="Six digits from your authenticator app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={7}
      />
      <Button type="submit" busy={isChecking && 'Checking'}>
        Sign in
      </Button>
      <Button kind="quiet" onPress={() => send({ type: 'signIn.restarted' })}>
        Use another name
      </Button>
    </form>
  );
}

function Invitation({ state, send }: ScreenProps) {
  const { invited, problem } = state.context;
  if (state.matches({ invitation: 'reading' })) return <Loading>Reading your invitation</Loading>;
  if (!invited)
    return (
      <>
        <Title>Your invitation</Title>
        <NotLoaded problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
        <p>An invitation is opened once, within a day. An administrator can send you another one.</p>
        <Button kind="secondary" onPress={() => send({ type: 'signIn.restarted' })}>
          Go to sign in
        </Button>
      </>
    );
  const isAccepting = state.matches({ invitation: 'accepting' });
  return (
    <form
      className="dk-form"
      onSubmit={(event) => {
        event.preventDefault();
        const { password = '', code = '' } = typedIn(event.currentTarget);
        if (!isAccepting) send({ type: 'invitation.accepted', password, code: code.replace(/\s/g, '') });
      }}
    >
      <Title note={`Your role at the desk: ${ROLE_NAMES[invited.role]}.`}>Welcome, {invited.name}</Title>
      <Problem problem={problem} />
      <ol className="dk-steps">
        <li>
          <p>Add the desk to an authenticator app on your phone: scan the picture, or type the secret.</p>
          <AuthenticatorKey authenticator={invited.authenticator} />
        </li>
        <li>
          <TextInput
            label="Choose a password"
            hint="At least 12 characters. Several words are good."
            name="password"
            type="password"
            autoComplete="new-password"
            required
            maxLength={256}
          />
        </li>
        <li>
          <TextInput
            label="Six digits from the authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={7}
          />
        </li>
      </ol>
      <Button type="submit" busy={isAccepting && 'Joining'}>
        Join the desk
      </Button>
    </form>
  );
}

function Ending({ state, send }: ScreenProps) {
  if (state.matches({ ending: 'signingOut' })) return <Loading>Signing you out</Loading>;
  return (
    <>
      <Title>You may still be signed in</Title>
      <NotLoaded problem={state.context.problem} onRetry={() => send({ type: 'retry.requested' })} />
      <p>The lender has not confirmed that your session ended. Do not leave this computer to somebody else before it has.</p>
    </>
  );
}

function Starting({ state, send }: ScreenProps) {
  if (state.matches({ starting: 'reading' })) return <Loading>Opening the desk</Loading>;
  return (
    <>
      <Title>The desk</Title>
      <NotLoaded problem={state.context.problem} onRetry={() => send({ type: 'retry.requested' })} />
    </>
  );
}

export function SignIn(props: ScreenProps) {
  const { state } = props;
  const isCode = state.matches({ signingIn: 'code' }) || state.matches({ signingIn: 'checkingCode' });
  return (
    <main className="dk-entrance" id="middle">
      <Sheet>
        {state.matches('starting') && <Starting {...props} />}
        {state.matches('invitation') && <Invitation {...props} />}
        {state.matches('ending') && <Ending {...props} />}
        {state.matches('signingIn') && (isCode ? <Code key="code" {...props} /> : <Password key="password" {...props} />)}
      </Sheet>
    </main>
  );
}
