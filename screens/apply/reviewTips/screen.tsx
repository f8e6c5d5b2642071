import type { Order } from '#machines/model/order.ts';
import { homeDisplayOf, isOffered, isRepayable, STATUS } from '#machines/model/orderStatus.ts';
import { orderOf } from '#machines/required.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import type { ScreenProps } from '../../props.ts';
import { Answer } from './answer.tsx';
import { text } from './strings.ts';
import { Waiting } from './waiting.tsx';

/** The assessment of the application: a countdown of the usual ten minutes, then a wait without a countdown, then the answer. */
export default function ReviewTips({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const order = orderOf(state.context);
  const t = text(language);
  return (
    <Screen
      // Another key for every status, so that the answer is shown from the top of the page.
      key={order.status}
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      spacing="loose"
      placed={hasLong(order) ? undefined : 'middle'}
      actions={<Footer state={state} send={send} order={order} />}
    >
      <ProblemNote language={language} problem={problem} />
      {order.status === STATUS.applying ? <Waiting state={state} order={order} /> : <Answer state={state} send={send} order={order} />}
    </Screen>
  );
}

/** Whether the page for this order has more content than a sentence or a figure. */
const hasLong = ({ status, rejection }: Order): boolean => status === STATUS.applying || rejection !== null || isOffered(status);

/** The text key of the button that leads on with the order; null: there is nothing to do or to see. */
const nextOf = ({ status, photoRequest }: Order): 'see' | 'pay' | 'correct' | 'photos' | null => {
  if (photoRequest) return 'photos';
  if (isOffered(status)) return 'see';
  if (isRepayable(status)) return 'pay';
  return homeDisplayOf(status) === 'failed' ? 'correct' : null;
};

const isPast = (at: number | null, now: number | null): boolean => at !== null && now !== null && now >= at;

function Footer({ state, send, order }: ScreenProps & { order: Order }) {
  const t = text(state.context.language);
  const next = nextOf(order);
  if (next) {
    return (
      <Actions>
        <Button onPress={() => send({ type: 'order.opened' })}>{t(next)}</Button>
      </Actions>
    );
  }
  return (
    <Actions>
      <Button onPress={() => send({ type: 'back.requested' })}>{t('home')}</Button>
      {/* The app polls within the usual time. After that the borrower may want to ask, so the page has a button. */}
      {order.status === STATUS.applying && isPast(order.answerExpectedAt, state.context.now) && (
        <Button
          kind="quiet"
          busy={state.matches({ places: { apply: { reviewTips: 'checking' } } }) && t('checkingNow')}
          onPress={() => send({ type: 'refresh.requested' })}
        >
          {t('check')}
        </Button>
      )}
    </Actions>
  );
}
