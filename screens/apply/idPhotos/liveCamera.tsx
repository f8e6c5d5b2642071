/** The live camera, for the photo that the borrower takes now. */
import type { ScreenProps } from '#screens/props.ts';
import type { Hint } from '#src/ui/camera/guide.ts';
import { Viewfinder } from '#src/ui/camera/Viewfinder.tsx';
import { putPhoto } from '#src/ui/photoStore.ts';
import { cameraStrings } from './cameraStrings.ts';
import { strings } from './strings.ts';

export function LiveCamera({ state, send }: ScreenProps) {
  const { language, camera } = state.context;
  const t = cameraStrings(language);
  if (camera.is !== 'opening' && camera.is !== 'open') return null;
  const { side } = camera;
  const isFace = side === 'face';
  const hintText = (hint: Hint | null): string => {
    if (camera.is === 'opening') return t('opening');
    if (hint === null) return t(isFace ? 'aimFace' : 'aimCard');
    if (isFace) return t(hint === 'hold' ? 'holdFace' : hint === 'moving' ? 'aimFace' : hint);
    return t(hint);
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
