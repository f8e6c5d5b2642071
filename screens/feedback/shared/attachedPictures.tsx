import type { Language } from '#machines/context.ts';
import type { Values } from '#machines/model/application.ts';
import { CODE, LOCAL, type Problem } from '#machines/model/codes.ts';
import { FEEDBACK_LIMITS, picturesOf } from '#machines/model/feedback.ts';
import { defineStrings } from '#src/i18n/index.ts';
import { problemText } from '#src/i18n/problems.ts';
import { PictureList } from '#src/ui/form/PictureList.tsx';
import { photoUrl, putPhoto } from '#src/ui/photoStore.ts';
import type { ScreenProps } from '../../props.ts';

const text = defineStrings('feedbackPictures', {
  en: {
    label: 'Pictures',
    hint: 'At most {{most}}, each up to {{megabytes}} MB. Never send your PIN or a code.',
    add: 'Add a picture',
    sent: 'Picture {{n}}, sent',
    remove: 'Remove picture {{n}}',
    unreadable: 'This file could not be opened. Choose a photo or a screenshot.',
    sending: 'Sending the picture',
    sendingPart: 'Sending the picture, {{percent}}% done',
  },
  es: {
    label: 'Fotos',
    hint: 'Como máximo {{most}}, cada una de hasta {{megabytes}} MB. Nunca envíe su PIN ni un código.',
    add: 'Agregar una foto',
    sent: 'Foto {{n}}, enviada',
    remove: 'Quitar la foto {{n}}',
    unreadable: 'No se pudo abrir este archivo. Elija una foto o una captura de pantalla.',
    sending: 'Enviando la foto',
    sendingPart: 'Enviando la foto, {{percent}}% listo',
  },
  sw: {
    label: 'Picha',
    hint: 'Zisizidi {{most}}, kila moja hadi MB {{megabytes}}. Usitume kamwe PIN yako wala msimbo wa kuthibitisha.',
    add: 'Ongeza picha',
    sent: 'Picha {{n}}, imetumwa',
    remove: 'Ondoa picha {{n}}',
    unreadable: 'Faili hii haikuweza kufunguliwa. Chagua picha au picha ya skrini.',
    sending: 'Inatuma picha',
    sendingPart: 'Inatuma picha, {{percent}}% tayari',
  },
});

const OF_PICTURES: readonly number[] = [
  LOCAL.tooManyPictures,
  LOCAL.pictureTooLarge,
  LOCAL.photoUnreadable,
  CODE.tooManyPictures,
  CODE.photoUnreadable,
];

/** The error at the pictures; undefined: there is no problem, or it is not about pictures. */
export function pictureError(language: Language, problem: Problem | null): string | undefined {
  if (!problem || !OF_PICTURES.includes(problem.code)) return undefined;
  return problem.code === LOCAL.photoUnreadable ? text(language)('unreadable') : problemText(language, problem);
}

/** Pictures of an unsent message. @param about the purpose of the message, a key of `Unsent`. */
export function FeedbackPictures({
  state,
  send,
  id,
  about,
  values,
  error,
  sending,
}: ScreenProps & { id: string; about: string; values: Values; error: string | undefined; sending: boolean }) {
  const { language, uploaded } = state.context;
  const t = text(language);
  const names = picturesOf(values);
  const percent = uploaded && uploaded.total > 0 ? Math.floor((100 * uploaded.sent) / uploaded.total) : null;
  return (
    <PictureList
      id={id}
      language={language}
      label={t('label')}
      optional
      hint={t('hint', { most: FEEDBACK_LIMITS.pictures, megabytes: FEEDBACK_LIMITS.pictureBytes / 1024 / 1024 })}
      error={error}
      pictures={names.map((name, i) => ({
        name,
        image: photoUrl(name),
        title: t('sent', { n: i + 1 }),
        remove: t('remove', { n: i + 1 }),
      }))}
      add={t('add')}
      progress={sending ? { part: percent ?? 0, whole: 100, label: percent === null ? t('sending') : t('sendingPart', { percent }) } : null}
      onRemove={(gone) => send({ type: 'message.changed', about, values: { pictures: names.filter((name) => name !== gone).join(' ') } })}
      onTaken={sending ? undefined : (file) => send({ type: 'picture.taken', handle: putPhoto(file), bytes: file.size, values })}
    />
  );
}
