import { Button } from '#src/ui/button/Button.tsx';
import { TextInput } from '../parts/Field.tsx';
import { Box, Problem, Title } from '../parts/Parts.tsx';
import { typedIn, type ScreenProps } from '../parts/props.ts';
import { momentText } from '../time.ts';
import { ROLE_NAMES } from '../words.ts';

/** The own account: until when the session lasts, and passkeys. */
export function Account({ state, send }: ScreenProps) {
  const { session, problem } = state.context;
  if (!session) return null;
  const isAdding = state.matches({ working: { place: { account: 'addingPasskey' } } });
  return (
    <div className="dk-page">
      <Title note={ROLE_NAMES[session.role]}>{session.name}</Title>
      <Problem problem={problem} />
      <p>Your session lasts until {momentText(session.endsAt)} at most, and ends after 15 minutes without work.</p>
      <Box title="Passkey">
        <p>
          {session.hasPasskey
            ? 'You can sign in with a passkey. Another computer needs a passkey of its own.'
            : 'With a passkey you sign in by fingerprint, face or PIN of this computer, without password and code.'}
        </p>
        <form
          className="dk-form dk-form--row"
          onSubmit={(event) => {
            event.preventDefault();
            const { label = '' } = typedIn(event.currentTarget);
            if (!isAdding) send({ type: 'passkey.added', label: label.trim() });
          }}
        >
          <TextInput label="Name of this computer" name="label" required maxLength={60} />
          <Button type="submit" size="small" busy={isAdding && 'Waiting for the browser'}>
            Add a passkey
          </Button>
        </form>
      </Box>
    </div>
  );
}
