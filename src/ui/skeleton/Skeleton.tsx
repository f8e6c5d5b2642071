import type { CSSProperties } from 'react';
import type { Language } from '#machines/context.ts';
import { Card } from '../card/Card.tsx';
import { StatusCard, StatusCardPart } from '../statusCard/StatusCard.tsx';
import { uiText } from '../strings.ts';
import styles from './Skeleton.module.css';

/** A bar where text will stand. */
export const Skeleton = ({ width, height, radius }: { width?: string; height?: string; radius?: string }) => (
  <span className={styles.skeleton} style={{ width, height, borderRadius: radius } as CSSProperties} />
);

/** The boxes of a slip and a card, while the lender is asked. */
export const SlipSkeleton = ({ language }: { language: Language }) => (
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

/** The boxes of a list or of text, while the lender is asked. */
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
