/** The live camera, for the photo that the borrower takes now. */
import type { ScreenProps } from '#screens/props.ts';
import type { Hint } from '#src/ui/camera/guide.ts';
import { Viewfinder } from '#src/ui/camera/Viewfinder.tsx';
import { putPhoto } from '#src/ui/photoStore.ts';
import { cameraStrings } from './cameraStrings.ts';
import { strings } from './strings.ts';

const CARD_HINTS = {
  tooDark: 'tooDark',
  tooBright: 'tooBright',
  noCard: 'noCard',
  moving: 'moving',
  hold: 'hold',
} as const satisfies Record<Hint, string>;
/** A face is never quite still, and its photo needs a press. */
const FACE_HINTS = { ...CARD_HINTS, moving: 'aimFace', hold: 'holdFace' } as const;

export function LiveCamera({ state, send }: ScreenProps) {
  const { language, camera } = state.context;
  const t = cameraStrings(language);
  if (camera.is !== 'opening' && camera.is !== 'open') return null;
  const { side } = camera;
  const isFace = side === 'face';
  const hintText = (hint: Hint | null): string => {
    if (camera.is === 'opening') return t('opening');
    if (hint === null) return t(isFace ? 'aimFace' : 'aimCard');
    return t((isFace ? FACE_HINTS : CARD_HINTS)[hint]);
  };
  return (
    <Viewfinder
      title={strings(language)(side)}
      labels={{ close: t('close'), take: t('take'), light: t('light') }}
      shape={isFace ? 'face' : 'card'}
      handle={camera.is === 'open' ? camera.handle : null}
      hintText={hintText}
      onTaken={(photo) => send({ type: 'photo.taken', side, handle: putPhoto(photo) })}
      onClose={() => send({ type: 'camera.closed' })}
      onEnded={() => send({ type: 'camera.failed' })}
    />
  );
}
