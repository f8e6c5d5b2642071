import { MINUTE } from '#machines/model/calendar.ts';
import { captchaOf } from '#machines/required.ts';
import { problemText } from '#src/i18n/problems.ts';
import { SmsCode } from '../../shared/smsCode.tsx';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Announce } from '#src/ui/announce/Announce.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { countdownText } from '#src/ui/countdown/aboutLeft.ts';
import { Meter } from '#src/ui/meter/Meter.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { codeText } from '../../shared/codeStrings.ts';

/** The phone does the work before another code is sent. Nobody has to recognise or type anything, so everybody can pass. */
export function CaptchaScreen({ state, send }: ScreenProps) {
  const { language, problem, signIn, now } = state.context;
  const { parts, waitUntil } = captchaOf(state.context);
  const minutes = Math.max(1, Math.round((waitUntil - (now ?? waitUntil)) / MINUTE));
  const t = codeText(language);
  const done = t('captchaDone', { part: signIn.captchaSolved, whole: parts });
  return (
    <Screen
      language={language}
      title={t('captchaTitle')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      art={<SmsCode />}
      actions={
        <Actions>
          <Button kind="quiet" onPress={() => send({ type: 'captcha.waitChosen' })}>
            {t('captchaWait', { count: minutes })}
          </Button>
        </Actions>
      }
    >
      {/* A note, not an error: the lender's message explains the work, or says that it must be done again. */}
      <div role="alert">{problem && <Note tone="assessing">{problemText(language, problem)}</Note>}</div>
      <p>{t('captchaWhat')}</p>
      <div className="stack stack--tight">
        <Meter part={signIn.captchaSolved} whole={parts} label={done} />
        <p className="small muted">{done}</p>
      </div>
      <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
        {t('otherNumber')}
      </Button>
    </Screen>
  );
}

/** The wait for a code, if the phone cannot do the work or the borrower prefers to wait. */
export function WaitScreen({ state, send }: ScreenProps) {
  const { language, problem, now } = state.context;
  const { waitUntil } = captchaOf(state.context);
  const t = codeText(language);
  const left = now === null ? 0 : waitUntil - now;
  return (
    <Screen
      language={language}
      title={t('waitTitle')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      art={<SmsCode />}
      actions={
        left > 0 ? undefined : (
          <Actions>
            <Button onPress={() => send({ type: 'code.requestedAgain' })}>{t('waitSend')}</Button>
          </Actions>
        )
      }
    >
      <ProblemNote language={language} problem={problem} />
      <Announce text={left > 0 ? undefined : t('waitOver')} />
      <p>{t('waitWhat')}</p>
      <p>{left > 0 ? t('waitLeft', { time: countdownText(left) }) : t('waitOver')}</p>
      <div className="stack stack--tight">
        <Button kind="quiet" onPress={() => send({ type: 'captcha.workChosen' })}>
          {t('captchaAgain')}
        </Button>
        <Button kind="quiet" onPress={() => send({ type: 'mobile.changeRequested' })}>
          {t('otherNumber')}
        </Button>
      </div>
    </Screen>
  );
}
