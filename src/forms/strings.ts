/** The words of the form descriptions, registered when the first form is fetched. */
import { defineStrings } from '#src/i18n/index.ts';
import { messages } from './messages/index.ts';

export const formMessages = defineStrings('forms', messages);
