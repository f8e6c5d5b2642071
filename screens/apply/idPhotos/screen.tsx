import { answerOf } from '#machines/context.ts';
import { differingFields, isConfirmed, needsPerson, type IdentityCheck } from '#machines/model/identityCheck.ts';
import { askedTurn, nextPhoto, PHOTO_SIDES, type PhotoSide, type PhotoState } from '#machines/model/idPhotos.ts';
import { CODE, type Problem } from '#machines/model/codes.ts';
import { ROUTES } from '#machines/routes.ts';
import type { ScreenProps } from '#screens/props.ts';
import { problemText } from '#src/i18n/problems.ts';
import { CardBack, CardFront, FaceInFrame, TurnedHead } from './sides.tsx';
import { canOpenCamera } from '#src/ui/camera/openCamera.ts';
import { Actions } from '#src/ui/actions/Actions.tsx';
import { Button } from '#src/ui/button/Button.tsx';
import { PhotoTile, type PhotoTileProps } from '#src/ui/form/PhotoTile.tsx';
import { SavedMark } from '#src/ui/form/SavedMark.tsx';
import { StepsBar } from '#src/ui/form/StepsBar.tsx';
import { Icon } from '#src/ui/icon/Icon.tsx';
import { check } from '#src/ui/icon/primaryIcons.ts';
import { camera as cameraIcon, shield } from '#src/ui/icon/secondaryIcons.ts';
import { Note } from '#src/ui/note/Note.tsx';
import { whyNotAPhoto } from '#src/ui/photoFile.ts';
import { photoUrl, putPhoto } from '#src/ui/photoStore.ts';
import { ProblemNote } from '#src/ui/problemNote/ProblemNote.tsx';
import { Screen } from '#src/ui/screen/Screen.tsx';
import { cameraStrings } from './cameraStrings.ts';
import { LiveCamera } from './liveCamera.tsx';
import { ReadCard } from './readCard.tsx';
import { strings } from './strings.ts';

const SIDES = {
  front: {
    icon: <CardFront />,
    camera: 'environment',
    take: 'takeFront',
    next: 'nextFront',
    wait: 'later',
    yours: 'yourFront',
    failed: 'failedCard',
    recognised: 'clear',
  },
  back: {
    icon: <CardBack />,
    camera: 'environment',
    take: 'takeBack',
    next: 'nextBack',
    wait: 'later',
    yours: 'yourBack',
    failed: 'failedCard',
    recognised: 'recognisedBack',
  },
  face: {
    icon: <FaceInFrame />,
    camera: 'user',
    take: 'takeFace',
    next: 'nextFace',
    wait: 'last',
    yours: 'yourFace',
    failed: 'failedFace',
    recognised: 'recognisedFace',
  },
} as const;

/** The photo with the head turned, to the borrower's own left or right. */
const TURNED = {
  left: { icon: <TurnedHead to="left" />, take: 'takeLeft', turn: 'turnLeft' },
  right: { icon: <TurnedHead to="right" />, take: 'takeRight', turn: 'turnRight' },
} as const;

const inputId = (side: PhotoSide): string => `photo-${side}`;

const lookOf = (photo: PhotoState, isNext: boolean): PhotoTileProps['look'] => {
  switch (photo.is) {
    case 'missing':
      return isNext ? 'next' : 'waiting';
    case 'uploading':
      return 'checking';
    case 'turnAsked':
      return photo.problem === null ? 'next' : 'failed';
    default:
      return photo.is;
  }
};

/** Whether the card was read and a value on it differs from the typed one. */
const differs = ({ card }: IdentityCheck): boolean => card.is === 'read' && differingFields(card.lines).length > 0;

/** The lender's verdict on a photo that is clear. */
const verdictOf = (side: PhotoSide, { card, back, face: faceCheck }: IdentityCheck) => {
  if (side === 'front' && differs({ card, back, face: faceCheck })) return 'notTyped';
  const verdict = { front: card, back, face: faceCheck }[side].is;
  if (verdict === 'undecided' || verdict === 'unread') return 'person';
  return verdict === 'recognised' ? SIDES[side].recognised : 'clear';
};

/** Step 3: front, back and face. The screen's main button takes the next missing photo. */
export default function IdPhotos({ state, send }: ScreenProps) {
  const { language, order, photos, camera, problem, uploaded } = state.context;
  const t = strings(language);
  const next = nextPhoto(photos);
  const turn = askedTurn(photos);
  const isUploading = state.hasTag('busy') && !state.hasTag('overlay') && !state.hasTag('sheet');
  const isComparing = state.matches({ places: { apply: { idPhotos: 'comparing' } } });
  const answer = answerOf(state.context, 'checkIdentity');
  const identity = answer.is === 'loaded' ? answer.value : null;

  /** Every byte is sent, so the lender is checking the photo. */
  const isSent = uploaded !== null && uploaded.sent >= uploaded.total;
  const percent = uploaded && uploaded.total > 0 ? Math.floor((100 * uploaded.sent) / uploaded.total) : 0;

  const take = (side: PhotoSide) => (file: File) => {
    const cause = whyNotAPhoto(file);
    if (cause === null && side === 'face' && turn) send({ type: 'turnedPhoto.taken', turn, handle: putPhoto(file) });
    else if (cause === null) send({ type: 'photo.taken', side, handle: putPhoto(file) });
    else send({ type: 'photo.refused', side, problem: { code: cause, message: '' } });
  };

  /** Opens the viewfinder in the page, or, where that is not possible, the phone's camera app. */
  const photograph = (side: PhotoSide) => {
    if (camera.is !== 'failed' && canOpenCamera()) send({ type: 'camera.opened', side });
    else document.getElementById(inputId(side))?.click();
  };

  const problemOf = (side: PhotoSide, cause: Problem): string =>
    cause.code === CODE.photoUnreadable && cause.message === '' ? t(SIDES[side].failed) : problemText(language, cause);

  const messageOf = (side: PhotoSide, photo: PhotoState): string => {
    const words = SIDES[side];
    switch (photo.is) {
      case 'missing':
        return t(side === next ? words.next : words.wait);
      case 'uploading':
        return t(isSent ? 'reading' : 'checking');
      case 'clear':
        return t(identity ? verdictOf(side, identity) : 'clear');
      case 'turnAsked':
        return photo.problem === null ? t(TURNED[photo.turn].turn) : problemOf(side, photo.problem);
      case 'failed':
        return problemOf(side, photo.problem);
    }
  };

  return (
    <Screen
      language={language}
      title={t('title')}
      onBack={() => send({ type: 'back.requested' })}
      aside={<SavedMark language={language} saved={PHOTO_SIDES.some((side) => photos[side].is === 'clear')} />}
      actions={
        <Actions>
          <ProblemNote language={language} problem={problem} />
          {next === null ? (
            <Button
              busy={isComparing ? t('comparing') : state.hasTag('overlay') && t('sending')}
              onPress={() => send({ type: 'identity.submitted' })}
            >
              {t('continue')}
            </Button>
          ) : (
            <Button busy={isUploading && t(isComparing ? 'comparing' : isSent ? 'reading' : 'checking')} onPress={() => photograph(next)}>
              <Icon path={cameraIcon} size="s" />
              {t(next === 'face' && turn ? TURNED[turn].take : SIDES[next].take)}
            </Button>
          )}
        </Actions>
      }
    >
      <LiveCamera state={state} send={send} />
      <StepsBar language={language} step={3} steps={5} minutes={next === null ? 2 : 3} />
      {camera.is === 'failed' && <Note>{cameraStrings(language)(camera.obstacle)}</Note>}
      {order?.photoRequest && (
        <Note>
          <strong>
            {t('askedAgain', { count: order.photoRequest.sides.length })}: {order.photoRequest.sides.map((side) => t(side)).join(', ')}.
          </strong>{' '}
          {order.photoRequest.words}
        </Note>
      )}
      <ol className="stack">
        {PHOTO_SIDES.map((side) => {
          const photo = photos[side];
          const handle = photo.is === 'missing' ? null : photo.handle;
          // The photo is clear, but the card differs from what was typed: the tile leads to the comparison below.
          const isOther = side === 'front' && photo.is === 'clear' && identity !== null && differs(identity);
          const look = isOther ? 'failed' : lookOf(photo, side === next);
          const asked = photo.is === 'turnAsked' ? TURNED[photo.turn] : null;
          return (
            <PhotoTile
              key={side}
              id={inputId(side)}
              title={t(side)}
              icon={asked ? asked.icon : SIDES[side].icon}
              image={handle === null || asked ? null : photoUrl(handle)}
              imageLabel={t(SIDES[side].yours)}
              look={look}
              message={messageOf(side, photo)}
              hint={asked && look === 'failed' ? t(asked.turn) : null}
              choose={{ label: t('choose'), name: `${t('choose')}: ${t(side)}` }}
              progress={photo.is === 'uploading' && uploaded ? { part: percent, whole: 100, label: t('sentPart', { percent }) } : null}
              action={side === next ? null : { label: t('again'), name: `${t('again')}: ${t(side)}` }}
              camera={SIDES[side].camera}
              onTaken={isUploading ? undefined : take(side)}
            />
          );
        })}
      </ol>
      {identity?.card.is === 'read' && photos.front.is === 'clear' && (
        <ReadCard language={language} lines={identity.card.lines} send={send} />
      )}
      {identity && next === null && isConfirmed(identity) && <Note icon={check}>{t('confirmed')}</Note>}
      {identity && next === null && needsPerson(identity) && <Note>{t('personLooks')}</Note>}
      <Note icon={shield}>
        {t('why')} <a href={`#${ROUTES.privacyPolicy}`}>{t('keep')}</a>
      </Note>
    </Screen>
  );
}
