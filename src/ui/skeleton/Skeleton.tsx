import type { Language } from '#machines/context.ts';
import { Card } from '../card/Card.tsx';
import { cx } from '../cx.ts';
import { StatusCard, StatusCardPart } from '../statusCard/StatusCard.tsx';
import { uiText } from '../strings.ts';
import styles from './Skeleton.module.css';

/** A bar in place of a text. Only classes: the start page has it as HTML, and a strict policy drops style attributes. */
export const Skeleton = ({ size = 'line' }: { size?: 'line' | 'label' | 'words' | 'title' | 'figure' | 'button' }) => (
  <span className={cx(styles.skeleton, size !== 'line' && styles[size])} />
);

/** Placeholder of a status card and a card while they are loading. */
export const StatusCardSkeleton = ({ language }: { language: Language }) => (
  <>
    <p className="visually-hidden" role="status">
      {uiText(language)('loading')}
    </p>
    <div className="stack" aria-hidden="true">
      <StatusCard label={uiText(language)('loading')}>
        <StatusCardPart>
          <Skeleton size="label" />
          <Skeleton size="figure" />
          <Skeleton size="words" />
        </StatusCardPart>
        <StatusCardPart>
          <Skeleton />
          <Skeleton />
          <Skeleton size="button" />
        </StatusCardPart>
      </StatusCard>
      <CardSkeleton />
    </div>
  </>
);

const CardSkeleton = () => (
  <Card>
    <Skeleton size="title" />
    <Skeleton size="label" />
  </Card>
);

/** Placeholder of a list or a text while it is loading. */
export const TextSkeleton = ({ language }: { language: Language }) => (
  <>
    <p className="visually-hidden" role="status">
      {uiText(language)('loading')}
    </p>
    <div className="stack" aria-hidden="true">
      <CardSkeleton />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  </>
);
