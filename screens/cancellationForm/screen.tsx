import { isEnded, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { DATA_PROMISES } from '#src/market/support.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { Note } from '#src/ui/note/Note.tsx';
import type { ScreenProps } from '../props.ts';
import { Article } from '../shared/article.tsx';
import { Contact } from '../shared/contact.tsx';
import { text } from './strings.ts';

/** Nothing hidden: what goes, what stays, and who does it today. */
export default function CancellationForm({ state, send }: ScreenProps) {
  const { language, order } = state.context;
  const t = text(language);
  return (
    <Article
      state={state}
      send={send}
      title={t('title')}
      lead={
        order &&
        !isEnded(order.status) && (
          <Note tone="assessing">{t(isRepayable(order.status) || order.status === STATUS.lending ? 'open' : 'application')}</Note>
        )
      }
      sections={[
        { title: t('how'), text: [t('howText'), t('howLong', DATA_PROMISES)] },
        { title: t('gone'), text: [t('goneText')] },
        { title: t('stays'), text: [t('staysText')] },
        { title: t('logOut'), text: [t('logOutText')] },
      ]}
      actions={
        <Actions>
          <Button kind="secondary" onPress={() => send({ type: 'back.requested' })}>
            {t('keep')}
          </Button>
        </Actions>
      }
    >
      <Contact state={state} send={send} />
    </Article>
  );
}
