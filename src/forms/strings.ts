/** The texts of the form descriptions, registered when the chunk of the first form is loaded. */
import { defineStrings } from '#src/i18n/index.ts';
import { messages } from './messages/index.ts';

export const formMessages = defineStrings('forms', messages);
