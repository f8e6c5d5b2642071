/** The live camera, for the photo that the borrower takes now. */
import { askedTurn } from '#machines/model/idPhotos.ts';
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
  turn: 'hold',
  hold: 'hold',
} as const satisfies Record<Hint, string>;
/** A face always moves a little, so its photo is never taken automatically: these hints ask for a press. */
const FACE_HINTS = { ...CARD_HINTS, moving: 'aimFace', hold: 'holdFace' } as const;
const TURN_HINTS = {
  left: { ...CARD_HINTS, moving: 'turnLeft', turn: 'turnLeft', hold: 'holdTurned' },
  right: { ...CARD_HINTS, moving: 'turnRight', turn: 'turnRight', hold: 'holdTurned' },
} as const;

export function LiveCamera({ state, send }: ScreenProps) {
  const { language, camera, photos } = state.context;
  const t = cameraStrings(language);
  if (camera.is !== 'opening' && camera.is !== 'open') return null;
  const { side } = camera;
  const turn = side === 'face' ? askedTurn(photos) : null;
  const hints = turn ? TURN_HINTS[turn] : side === 'face' ? FACE_HINTS : CARD_HINTS;
  const hintText = (hint: Hint | null): string => {
    if (camera.is === 'opening') return t('opening');
    if (hint !== null) return t(hints[hint]);
    return t(turn ? TURN_HINTS[turn].turn : side === 'face' ? 'aimFace' : 'aimCard');
  };
  return (
    <Viewfinder
      title={strings(language)(side)}
      labels={{ close: t('close'), take: t('take'), light: t('light') }}
      subject={turn ? 'turnedFace' : side === 'face' ? 'face' : 'card'}
      arrow={turn}
      handle={camera.is === 'open' ? camera.handle : null}
      hintText={hintText}
      onTaken={(photo) => {
        const handle = putPhoto(photo);
        send(turn ? { type: 'turnedPhoto.taken', turn, handle } : { type: 'photo.taken', side, handle });
      }}
      onClose={() => send({ type: 'camera.closed' })}
      onEnded={() => send({ type: 'camera.failed' })}
    />
  );
}
