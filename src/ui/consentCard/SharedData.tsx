import type { Language } from '#machines/context.ts';
import { nairobiDate } from '#machines/model/calendar.ts';
import { agreedKinds, type Collection, type DataKind } from '#machines/model/collection.ts';
import { defineStrings } from '#src/i18n/index.ts';
import { formatDeadline } from '#src/i18n/dates.ts';
import { Button } from '../button/Button.tsx';
import { Card, Row } from '../card/Card.tsx';
import { KIND_ICONS, kindText } from './dataKinds.ts';

const text = defineStrings('sharedData', {
  en: {
    title: 'Shared from your phone',
    here: 'With the lender',
    onItsWay: 'On its way',
    failed: 'Could not be read. This changes nothing about your loan.',
    gone: 'Deleted',
    until: 'Deleted when your application is answered, and by {{date}} at the latest.',
    stop: 'Stop and delete',
    stopWhat: 'Stop and delete: {{what}}',
    stopping: 'Deleting',
  },
  es: {
    title: 'Lo que compartió desde su teléfono',
    here: 'Lo tiene el prestamista',
    onItsWay: 'En camino',
    failed: 'No se pudo leer. Esto no cambia nada de su préstamo.',
    gone: 'Borrado',
    until: 'Se borra cuando su solicitud tenga respuesta, y a más tardar el {{date}}.',
    stop: 'Dejar y borrar',
    stopWhat: 'Dejar y borrar: {{what}}',
    stopping: 'Borrando',
  },
  sw: {
    title: 'Ulichoshiriki kutoka kwa simu yako',
    here: 'Kiko kwa mkopeshaji',
    onItsWay: 'Kiko njiani',
    failed: 'Hakikuweza kusomwa. Hili halibadilishi chochote kuhusu mkopo wako.',
    gone: 'Kimefutwa',
    until: 'Hufutwa maombi yako yakijibiwa, na si baada ya {{date}}.',
    stop: 'Acha na ufute',
    stopWhat: 'Acha na ufute: {{what}}',
    stopping: 'Inafuta',
  },
});

/**
 * The data that the borrower agreed to share for an order, its state, and the time of its deletion. Renders nothing without an
 * agreed kind.
 * @param onWithdraw given if consent can be withdrawn; the lender then deletes that kind at once.
 * @param withdrawing true while the withdrawal is running.
 */
export function SharedData({
  language,
  collection,
  onWithdraw,
  withdrawing = false,
}: {
  language: Language;
  collection: Collection | null | undefined;
  onWithdraw?: (kind: DataKind) => void;
  withdrawing?: boolean;
}) {
  const kinds = collection ? agreedKinds(collection) : [];
  if (!collection || kinds.length === 0) return null;
  const t = text(language);
  const name = kindText(language);

  const standing = (kind: DataKind): string => {
    if (collection.held.includes(kind)) return t('here');
    if (collection.status === -1) return t('failed');
    return collection.status === 0 ? t('gone') : t('onItsWay');
  };

  return (
    <Card title={t('title')} spacing="snug">
      {kinds.map((kind) => (
        <div key={kind} className="stack stack--tight">
          <Row icon={KIND_ICONS[kind]} title={name(kind)} note={standing(kind)} />
          {onWithdraw && (
            <Button
              kind="secondary"
              size="small"
              busy={withdrawing && t('stopping')}
              label={t('stopWhat', { what: name(kind) })}
              onPress={() => onWithdraw(kind)}
            >
              {t('stop')}
            </Button>
          )}
        </div>
      ))}
      {collection.held.length > 0 && (
        <p className="small muted">{t('until', { date: formatDeadline(language, nairobiDate(collection.deletedBy)) })}</p>
      )}
    </Card>
  );
}
