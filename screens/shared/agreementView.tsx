import { readableVersion } from '#machines/model/agreementVersion.ts';
import { clockText, nairobiDate } from '#machines/model/calendar.ts';
import type { AcceptedAgreement, Agreement } from '#machines/model/order.ts';
import { backEndAddress } from '#src/market/pageSettings.ts';
import { formatDate } from '#src/i18n/dates.ts';
import { unbroken } from '#src/i18n/firstPaint.ts';
import { languageName } from '#src/i18n/languageName.ts';
import { valueOf } from '#machines/model/loadable.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button, ButtonLink } from '#src/ui/button/Button.tsx';
import { Card } from '#src/ui/card/Card.tsx';
import { writeClipboard } from '#src/ui/copyRow/clipboard.ts';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { Fact, Facts, Line, Lines } from '#src/ui/lines/Lines.tsx';
import { LoadError } from '#src/ui/loadError/LoadError.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { TextSkeleton } from '#src/ui/skeleton/Skeleton.tsx';
import type { ScreenProps } from '../props.ts';
import { agreementText } from './agreementStrings.ts';

/** The text of the agreement, before and after it is accepted. An accepted agreement can be saved as a file. */
export function AgreementView({ state, send, isFailed }: ScreenProps & { isFailed: boolean }) {
  const { language, agreement, problem } = state.context;
  const t = agreementText(language);
  const back = () => send({ type: 'back.requested' });
  const read = valueOf(agreement);
  // The lender answers a path, and may have another address than the page.
  const file = read?.accepted?.file === undefined ? undefined : backEndAddress(read.accepted.file);
  return (
    <Screen
      language={language}
      title={read?.title ?? t('title')}
      onBack={back}
      busy={agreement.is === 'loading'}
      actions={
        !isFailed && (
          <Actions>
            {file === undefined ? (
              <Button onPress={back}>{t('back')}</Button>
            ) : (
              // The lender sends the file as a download, so the app stays where it is.
              <ButtonLink href={file} download="">
                {t('save')}
              </ButtonLink>
            )}
          </Actions>
        )
      }
    >
      {agreement.is === 'loading' && <TextSkeleton language={language} />}
      {isFailed && (
        <LoadError language={language} title={t('failed')} problem={problem} onRetry={() => send({ type: 'retry.requested' })} />
      )}
      {read?.accepted && <Accepted state={state} accepted={read.accepted} />}
      {read && <Text agreement={read} />}
      {read && <p className="small muted">{t('version', { version: readableVersion(read.version) })}</p>}
      {file !== undefined && (
        <Card title={t('notSaved')} spacing="snug">
          <p className="small muted">{t('notSavedText')}</p>
          <Button kind="secondary" size="small" onPress={() => void copyLink(file).then((ok) => send({ type: 'copy.finished', ok }))}>
            {t('copyLink')}
          </Button>
        </Card>
      )}
    </Screen>
  );
}

/** Copies the whole address, to open in another browser. @returns whether it was copied. */
const copyLink = (path: string): Promise<boolean> => writeClipboard(new URL(path, document.baseURI).href);

function Accepted({ state, accepted: { at, language: textLanguage } }: Pick<ScreenProps, 'state'> & { accepted: AcceptedAgreement }) {
  const { language } = state.context;
  const t = agreementText(language);
  return (
    <Note tone="brand" icon={check}>
      <p>{t('accepted', { when: `${formatDate(language, nairobiDate(at))}, ${clockText(at)}` })}</p>
      {textLanguage !== language && <p>{t('acceptedIn', { language: languageName(textLanguage) })}</p>}
    </Note>
  );
}

const Text = ({ agreement: { sections } }: { agreement: Agreement }) =>
  sections.map(({ heading, facts = [], lines = [], body }) => (
    <Card key={heading} title={heading} spacing="snug">
      {facts.length > 0 && (
        <Facts>
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      )}
      {lines.length > 0 && (
        <Lines>
          {lines.map(({ label, value }) => (
            <Line key={label} label={label}>
              {value}
            </Line>
          ))}
        </Lines>
      )}
      {body.split('\n').map((paragraph) => (
        <p key={paragraph}>{unbroken(paragraph)}</p>
      ))}
    </Card>
  ));
