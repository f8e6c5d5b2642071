import { defineStrings } from '#src/i18n/index.ts';

export const text = defineStrings('feedbackFaq', {
  en: { title: 'Questions about messages', failed: 'The questions could not be loaded' },
  es: { title: 'Preguntas sobre los mensajes', failed: 'No se pudieron cargar las preguntas' },
  sw: { title: 'Maswali kuhusu ujumbe', failed: 'Maswali hayakuweza kupakiwa' },
});
