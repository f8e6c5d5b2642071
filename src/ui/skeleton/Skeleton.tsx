import type { CSSProperties } from 'react';
import type { Language } from '#machines/context.ts';
import { Card } from '../card/Card.tsx';
import { Slip, SlipPart } from '../slip/Slip.tsx';
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
      <Slip label={uiText(language)('loading')}>
        <SlipPart>
          <Skeleton width="40%" />
          <Skeleton width="62%" height="44px" />
          <Skeleton width="50%" />
        </SlipPart>
        <SlipPart>
          <Skeleton />
          <Skeleton />
          <Skeleton height="52px" radius="26px" />
        </SlipPart>
      </Slip>
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
