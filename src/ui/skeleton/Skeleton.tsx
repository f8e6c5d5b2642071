import type { CSSProperties } from 'react';
import type { Language } from '#machines/context.ts';
import { Card } from '../card/Card.tsx';
import { StatusCard, StatusCardPart } from '../statusCard/StatusCard.tsx';
import { uiText } from '../strings.ts';
import styles from './Skeleton.module.css';

/** A bar in the place of a text. */
export const Skeleton = ({ width, height, radius }: { width?: string; height?: string; radius?: string }) => (
  <span className={styles.skeleton} style={{ width, height, borderRadius: radius } as CSSProperties} />
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
          <Skeleton width="40%" />
          <Skeleton width="62%" height="44px" />
          <Skeleton width="50%" />
        </StatusCardPart>
        <StatusCardPart>
          <Skeleton />
          <Skeleton />
          <Skeleton height="52px" radius="26px" />
        </StatusCardPart>
      </StatusCard>
      <CardSkeleton />
    </div>
  </>
);

const CardSkeleton = () => (
  <Card>
    <Skeleton width="70%" />
    <Skeleton width="45%" />
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
