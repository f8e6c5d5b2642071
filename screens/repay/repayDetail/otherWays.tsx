import { CODE } from '#machines/model/codes.ts';
import { OTHER_CHANNELS } from '#machines/model/order.ts';
import { CardList, RowItem } from '#src/ui/card/Card.tsx';
import { Disclosure, DisclosureList } from '#src/ui/disclosure/Disclosure.tsx';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import type { ScreenProps } from '../../props.ts';
import { text } from './strings.ts';

/** Names of companies are the same in every language. */
const NAMES = { mangoCash: 'Mango Cash', oxxo: 'OXXO', stp: 'STP (CLABE)', payValida: 'PayValida' } as const;

/** Channels of other countries. The lender answers whether they exist here. */
export function OtherWays({ state, send }: ScreenProps) {
  const { language, problem } = state.context;
  const t = text(language);
  return (
    <>
      <DisclosureList>
        <Disclosure question={t('otherWays')}>
          <CardList>
            {OTHER_CHANNELS.map((channel) => (
              <RowItem key={channel} title={NAMES[channel]} onPress={() => send({ type: 'channel.asked', channel })} />
            ))}
          </CardList>
        </Disclosure>
      </DisclosureList>
      <ProblemNote language={language} problem={problem?.code === CODE.noPaymentMethod ? problem : null} />
    </>
  );
}
